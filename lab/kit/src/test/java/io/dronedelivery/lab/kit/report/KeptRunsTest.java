package io.dronedelivery.lab.kit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunsTest {

    @TempDir
    private Path output;

    private Path folder;

    @BeforeEach
    void name_the_folder() {
        folder = output.resolve("dispatch");
    }

    @Test
    void a_run_with_results_is_kept_with_its_page_and_its_logs() throws IOException {
        run(1_764_000_000_000L, "short", "[{\"name\": \"Before\"}]");

        begin();

        Path kept = folder.resolve("earlier").resolve("2025-11-24T16-00-00Z");
        assertThat(kept.resolve("logs/before.log")).hasContent("up");
        assertThat(kept.resolve("index.html")).hasContent("a page");
        assertThat(folder.resolve("results.json")).doesNotExist();
        assertThat(folder.resolve("logs")).doesNotExist();
    }

    @Test
    void a_run_without_a_finished_test_and_one_that_cannot_be_read_are_not_kept() throws IOException {
        run(1_764_000_000_000L, "short", "[]");
        begin();
        Files.writeString(folder.resolve("results.json"), "{\"experiment\": \"dis");
        begin();

        assertThat(folder.resolve("earlier")).doesNotExist();
        assertThat(folder.resolve("results.json")).doesNotExist();
    }

    @Test
    void ten_are_kept_and_the_newest_of_the_same_profile_is_the_run_before() throws IOException {
        for (int number = 0; number < 12; number++) {
            run(1_764_000_000_000L + 1_000 * number, number == 11 ? "full" : "short", "[{\"name\": \"Before\"}]");
            begin();
        }

        try (KeptRuns kept = new KeptRuns(folder);
                Stream<Path> runs = Files.list(folder.resolve("earlier"))) {
            assertThat(runs).hasSize(10);
            assertThat(kept.before("short").orElseThrow().at("/tests/started").asLong())
                    .isEqualTo(1_764_000_010_000L);
            assertThat(kept.before("build")).isEmpty();
        }
    }

    @Test
    void two_processes_do_not_write_to_the_same_folder() throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Holder.class.getName(),
                folder.toString());
        Process other = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('h');
            assertThatThrownBy(() -> new KeptRuns(folder))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another process");
        } finally {
            other.destroyForcibly();
            other.waitFor();
        }
        begin();
    }

    private void begin() throws IOException {
        new KeptRuns(folder).close();
    }

    private void run(long started, String profile, String runs) throws IOException {
        Files.createDirectories(folder.resolve("logs"));
        Files.writeString(folder.resolve("logs/before.log"), "up");
        Files.writeString(folder.resolve("index.html"), "a page");
        Files.writeString(
                folder.resolve("results.json"),
                "{\"profile\": \"%s\", \"tests\": {\"started\": %d}, \"runs\": %s}".formatted(profile, started, runs));
    }

    /** Another process that runs an experiment. */
    static final class Holder {

        private Holder() {}

        public static void main(String... arguments) throws IOException {
            new KeptRuns(Path.of(arguments[0]));
            System.out.println("holds it");
            System.in.read();
        }
    }
}
