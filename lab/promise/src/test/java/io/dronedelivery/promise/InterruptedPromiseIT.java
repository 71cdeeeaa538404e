package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.process.Jvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C at the first of two brokers. */
@Tag("whole")
class InterruptedPromiseIT {

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(30);

    @TempDir
    private Path output;

    @ParameterizedTest
    @ValueSource(strings = {"(seed)", "processes are (up)"})
    void run_that_is_interrupted_ends_with_one_line_and_starts_no_further_broker(String told) throws Exception {
        List<String> arguments = List.of(
                "-Xmx512m",
                "-Dpromise.form=short",
                "-Dpromise.output=" + output,
                "-cp",
                System.getProperty("java.class.path"),
                Promise.class.getName());
        try (Jvm promise = new Jvm("The promise", arguments, output.resolve("promise.log"))) {
            promise.start();
            promise.awaitOutput(Pattern.compile(told), START);
            List<ProcessHandle> parts = promise.handle().descendants().toList();

            promise.terminate();

            assertThat(promise.awaitEnd(STOP)).isTrue();
            assertThat(parts).noneMatch(ProcessHandle::isAlive);
            assertThat(promise.output()).doesNotContain("[2/2]", "\tat ");
            assertThat(promise.output().lines().reduce("", (before, line) -> line))
                    .startsWith("Interrupted; what was found so far: ");
            assertThat(Files.readString(output.resolve("promise/results.json"))).contains("\"interrupted\" : true");
        }
    }
}
