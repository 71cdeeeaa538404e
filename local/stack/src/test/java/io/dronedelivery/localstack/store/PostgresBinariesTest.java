package io.dronedelivery.localstack.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PostgresBinariesTest {

    @Test
    void binaries_are_shared_and_go_with_the_last_server() throws IOException {
        Path first = PostgresBinaries.acquire();
        Path second = PostgresBinaries.acquire();
        assertThat(second).isEqualTo(first);

        PostgresBinaries.release();
        assertThat(first).isDirectory();

        PostgresBinaries.release();
        assertThat(first).doesNotExist();
    }
}
