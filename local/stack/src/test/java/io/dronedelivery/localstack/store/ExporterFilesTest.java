package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExporterFilesTest {

    @TempDir
    private Path root;

    private Path directory;

    @BeforeEach
    void name() {
        directory = root.resolve("unsent");
    }

    @Test
    void directories_are_there_before_several_exporters_would_make_them_at_once() throws IOException {
        try (ExporterFiles files = ExporterFiles.in(directory)) {
            assertThat(files).isNotNull();
            assertThat(whereExportersLook().resolve("applicationinsights/telemetry"))
                    .isEmptyDirectory();
            assertThat(whereExportersLook().resolve("applicationinsights/statsbeat"))
                    .isEmptyDirectory();
        }
    }

    @Test
    void exporters_look_there_for_as_long_as_the_stack_runs() throws IOException {
        Path before = whereExportersLook();

        try (ExporterFiles files = ExporterFiles.in(directory)) {
            assertThat(files).isNotNull();
            assertThat(whereExportersLook()).isEqualTo(directory);
        }

        assertThat(whereExportersLook()).isEqualTo(before);
    }

    @Test
    void telemetry_that_could_not_be_sent_goes_with_the_stack_that_would_have_received_it() throws IOException {
        try (ExporterFiles files = ExporterFiles.in(directory)) {
            assertThat(files).isNotNull();
            Files.writeString(whereExportersLook().resolve("applicationinsights/telemetry/1.trn"), "x");
        }

        assertThat(directory).doesNotExist();
    }

    @Test
    void telemetry_that_a_killed_stack_has_left_is_not_sent_by_the_next_one() throws IOException {
        Path left = directory.resolve("applicationinsights/telemetry/1.trn");
        Files.createDirectories(left.getParent());
        Files.writeString(left, "x");

        try (ExporterFiles files = ExporterFiles.in(directory)) {
            assertThat(files).isNotNull();
            assertThat(left).doesNotExist();
        }
    }

    /** As in {@code TempDirs} of the exporter. */
    private static Path whereExportersLook() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
