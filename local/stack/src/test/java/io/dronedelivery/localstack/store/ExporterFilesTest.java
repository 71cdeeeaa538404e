package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExporterFilesTest {

    @TempDir
    private Path temporary;

    @Test
    void directories_are_there_before_several_exporters_would_make_them_at_once_and_go_when_they_are_empty()
            throws IOException {
        ExporterFiles files = ExporterFiles.in(temporary, "somebody");

        assertThat(temporary.resolve("applicationinsights/telemetry")).isEmptyDirectory();
        assertThat(temporary.resolve("applicationinsights/statsbeat")).isEmptyDirectory();

        files.close();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void telemetry_that_could_not_be_sent_stays() throws IOException {
        Path unsent;
        try (ExporterFiles files = ExporterFiles.in(temporary, "somebody")) {
            assertThat(files).isNotNull();
            unsent = Files.writeString(temporary.resolve("applicationinsights/telemetry/1.trn"), "x");
        }

        assertThat(unsent).exists();
        assertThat(temporary.resolve("applicationinsights/statsbeat")).doesNotExist();
    }

    @Test
    void directory_that_was_there_before_stays() throws IOException {
        Path others = Files.createDirectory(temporary.resolve("applicationinsights"));

        ExporterFiles.in(temporary, "somebody").close();

        assertThat(others).exists();
    }
}
