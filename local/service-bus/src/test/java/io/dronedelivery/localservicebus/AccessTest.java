package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS =
            LocalServiceBusExtension.with(o -> o.queue("q").key("a key of this test"));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    private ServiceBusSenderClient senderWith(String connectionString) {
        return clients.keep(new ServiceBusClientBuilder()
                .connectionString(connectionString)
                .sender()
                .queueName("q")
                .buildClient());
    }

    @Test
    void the_right_key_opens() {
        assertThat(BUS.connectionString())
                .contains("sb://localhost:" + BUS.bus().port())
                .contains("UseDevelopmentEmulator=true");
        clients.sender("q").sendMessage(Clients.message("in"));
        assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("in");
    }

    @Test
    void a_wrong_key_is_unauthorized() {
        ServiceBusSenderClient sender = senderWith(BUS.connectionString().replace("a key", "another key"));
        assertThatExceptionOfType(ServiceBusException.class)
                .isThrownBy(() -> sender.sendMessage(Clients.message("no")))
                .withMessageContaining("invalid signature")
                .satisfies(e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.UNAUTHORIZED));
    }

    @Test
    void an_unknown_key_name_is_unauthorized() {
        ServiceBusSenderClient sender = senderWith(BUS.connectionString().replace("RootManage", "Leaf"));
        assertThatThrownBy(() -> sender.sendMessage(Clients.message("no"))).hasMessageContaining("key name");
    }

    @Test
    void an_entity_that_does_not_exist_is_named() {
        assertThatExceptionOfType(ServiceBusException.class)
                .isThrownBy(() -> clients.sender("nowhere").sendMessage(Clients.message("no")))
                .withMessageContaining("'nowhere' could not be found")
                .withMessageContaining("PATH: $cbs")
                .satisfies(
                        e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND));
    }

    @ParameterizedTest(name = "nonsense {index}")
    @ValueSource(
            strings = {"GET / HTTP/1.1\r\n\r\n", "AMQP\0\1\0\0garbage after the header", "AMQP\3\1\0\0\0\0\0\3\2\1"})
    void bytes_that_make_no_sense_end_their_own_connection_only(String nonsense) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), BUS.bus().port())) {
            socket.setSoTimeout(Math.toIntExact(Clients.WAIT.toMillis()));
            socket.getOutputStream().write(nonsense.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(1000);
        }
        clients.sender("q").sendMessage(Clients.message("still here"));
        assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("still here");
    }
}
