package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimedPortsTest {

    private static final int BLOCK_SIZE = 20;

    @Test
    void no_port_is_given_twice() throws IOException {
        List<Integer> ports = ClaimedPorts.several(3 * BLOCK_SIZE);
        ports.addAll(ClaimedPorts.several(BLOCK_SIZE));

        assertThat(new HashSet<>(ports)).hasSize(4 * BLOCK_SIZE);
    }

    @Test
    void port_that_is_in_use_is_not_given() throws IOException {
        int before;
        do {
            before = ClaimedPorts.one();
        } while (before % BLOCK_SIZE == BLOCK_SIZE - 1);
        try (ServerSocket other = new ServerSocket(before + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ClaimedPorts.several(BLOCK_SIZE)).doesNotContain(other.getLocalPort());
        }
    }

    @Test
    void block_stays_claimed_for_other_processes_to_see() throws IOException {
        int port = ClaimedPorts.one();
        int claim = port - port % BLOCK_SIZE;

        assertThatIOException().isThrownBy(() -> new ServerSocket(claim, 1, InetAddress.getLoopbackAddress()));
    }
}
