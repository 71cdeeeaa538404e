package io.dronedelivery.promise.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("whole")
class MovedClockTest {

    @TempDir
    private Path folder;

    /** Tells by how many seconds its times are ahead, now and when there is a file. */
    static final class Tell {

        public static void main(String[] args) {
            System.out.println(ahead());
            while (!Files.exists(Path.of(args[0]))) {
                LockSupport.parkNanos(1_000_000);
            }
            System.out.println(ahead());
        }

        private static long ahead() {
            long millis = System.currentTimeMillis();
            return Math.round((OffsetDateTime.now().toInstant().toEpochMilli() - millis) / 1000.0);
        }
    }

    @Test
    void process_is_as_far_ahead_or_behind_as_it_was_to_be_and_jumps_when_it_is_told_to() throws Exception {
        Path done = folder.resolve("done");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        MovedClock.argument(Duration.ofHours(2), folder),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tell.class.getName(),
                        done.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader told = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter jump = process.outputWriter(StandardCharsets.UTF_8)) {
            assertThat(Long.parseLong(told.readLine())).isCloseTo(7200, within(60L));

            jump.write(MovedClock.line(Duration.ofHours(-2), done));
            jump.newLine();
            jump.flush();

            assertThat(Long.parseLong(told.readLine())).isCloseTo(-7200, within(60L));
        }
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    }
}
