package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.option.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PortReservationTest {

    @Test
    void zero_becomes_a_free_port_and_no_two_are_the_same() throws IOException {
        Ports ports = PortReservation.reserve(ports(0, 0, 0));

        assertThat(new HashSet<>(ports.byOption().values())).hasSize(13).doesNotContain(0);
    }

    @Test
    void port_in_use_is_refused_with_its_option() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();

            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> PortReservation.reserve(ports(0, 0, port)))
                    .withMessageStartingWith("--local.port.drone-service=" + port)
                    .withMessageContaining("port " + port + " is in use");
        }
    }

    @Test
    void all_ports_in_use_are_refused_in_one_message() throws IOException {
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket two = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> PortReservation.reserve(ports(one.getLocalPort(), 0, two.getLocalPort())))
                    .withMessageContaining("port " + one.getLocalPort() + " is in use")
                    .withMessageContaining("port " + two.getLocalPort() + " is in use")
                    .withMessageContaining("--local.port=30000 moves all of them");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void process_that_has_the_port_is_named() throws IOException {
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(PortOwner.of(own.getLocalPort()))
                    .startsWith(" by process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void one_port_for_two_parts_is_refused() throws IOException {
        int port = ClaimedPorts.one();

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> PortReservation.reserve(ports(port, port, 0)))
                .withMessageContaining("=" + port + ": another part has the same port");
    }

    private static Ports ports(int gateway, int deliveryService, int droneService) {
        return new Ports(
                gateway,
                deliveryService,
                droneService,
                0,
                0,
                0,
                0,
                0,
                0,
                new Management(0, 0, 0, 0),
                "local.port.kafka");
    }
}
