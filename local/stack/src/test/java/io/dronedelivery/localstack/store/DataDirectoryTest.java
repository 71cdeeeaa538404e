package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localstack.option.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    private static final Map<String, String> OPTIONS = Map.of("local.sample.deliveries", "500");

    @TempDir
    private Path root;

    private Path path;

    @BeforeEach
    void name() {
        path = root.resolve("state");
    }

    @Test
    void temporary_directory_goes_with_all_that_is_in_it() throws IOException {
        DataDirectory directory = DataDirectory.temporary();
        Files.createDirectories(directory.postgres());
        Files.writeString(directory.postgres().resolve("file"), "x");

        directory.close();

        assertThat(directory.path()).doesNotExist();
    }

    @Test
    void kept_directory_keeps_its_stores_once_it_is_marked_complete() throws IOException {
        try (DataDirectory directory = DataDirectory.kept(path)) {
            Files.createDirectories(directory.cosmos());
            Files.writeString(directory.cosmos().resolve("journal"), "x");
            assertThat(directory.madeFrom()).isEmpty();
            directory.markComplete(OPTIONS);
        }

        try (DataDirectory again = DataDirectory.kept(path)) {
            assertThat(again.madeFrom()).contains(OPTIONS);
            assertThat(again.cosmos().resolve("journal")).hasContent("x");
        }
    }

    @Test
    void loading_that_was_cut_short_starts_afresh() throws IOException {
        try (DataDirectory directory = DataDirectory.kept(path)) {
            Files.createDirectories(directory.cosmos());
            Files.writeString(directory.cosmos().resolve("journal"), "half");
        }

        try (DataDirectory again = DataDirectory.kept(path)) {
            assertThat(again.madeFrom()).isEmpty();
            assertThat(again.cosmos()).doesNotExist();
        }
    }

    @Test
    void directory_in_use_is_refused_with_the_process_that_uses_it() throws IOException {
        try (DataDirectory directory = DataDirectory.kept(path)) {
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> DataDirectory.kept(directory.path()))
                    .withMessageContaining("--local.data-dir=" + path)
                    .withMessageContaining(
                            "in use by process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void directory_with_strange_files_is_refused_and_left_alone() throws IOException {
        Files.createDirectories(path.resolve("postgres"));
        Files.writeString(path.resolve("thesis.txt"), "ten years of work");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> DataDirectory.kept(path))
                .withMessageContaining("holds files that the local stack has not written");
        assertThat(path.resolve("thesis.txt")).exists();
        assertThat(path.resolve("postgres")).exists();
    }

    @Test
    void file_in_place_of_a_directory_is_refused() throws IOException {
        Files.writeString(path, "x");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> DataDirectory.kept(path))
                .withMessageContaining("is not a directory");
    }
}
