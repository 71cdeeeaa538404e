package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesTest {

    @Test
    void binaries_are_shared_and_go_with_the_last_server() throws IOException {
        PostgresBinaries.acquire(Path.of(""));
        PostgresBinaries.acquire(Path.of(""));
        assertThat(PostgresBinaries.thrownAway()).hasSize(1);
        Path directory = PostgresBinaries.thrownAway().get(0);

        PostgresBinaries.release();
        assertThat(directory).isDirectory();

        PostgresBinaries.release();
        assertThat(directory).doesNotExist();
    }

    @Test
    void binaries_that_are_kept_are_their_owners_alone(@TempDir Path root) throws IOException {
        Path kept = root.resolve("kept");

        PostgresBinaries.acquire(kept);
        assertThat(PostgresBinaries.thrownAway()).isEmpty();
        PostgresBinaries.release();

        assertThat(kept.resolve("unpacked")).isDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rwx------");
    }
}
