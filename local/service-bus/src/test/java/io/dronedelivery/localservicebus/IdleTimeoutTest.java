package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class IdleTimeoutTest {

    /** A client sends something after half of it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    @RegisterExtension
    final LocalServiceBusExtension bus =
            LocalServiceBusExtension.with(o -> o.queue("q").idleTimeout(TIMEOUT));

    @RegisterExtension
    final Clients clients = new Clients(bus);

    @Test
    void connections_without_a_sign_of_life_are_closed_and_the_others_stay() throws IOException {
        ServiceBusSenderClient sender = clients.sender("q");
        sender.sendMessage(Clients.message("before"));
        try (RawPeer silent = RawPeer.connect(bus.bus());
                Socket mute =
                        new Socket(InetAddress.getLoopbackAddress(), bus.bus().port())) {
            await().atMost(Clients.WAIT)
                    .untilAsserted(
                            () -> assertThat(bus.stats().connectionsOpen()).isEqualTo(1));

            assertThat(silent.performativesUntil(RawPeer.CLOSE)).endsWith(RawPeer.CLOSE);
            mute.setSoTimeout(Math.toIntExact(Clients.WAIT.toMillis()));
            assertThat(mute.getInputStream().read()).isEqualTo(-1);
        }
        sender.sendMessage(Clients.message("after"));

        assertThat(bus.stats().connectionsOpened()).isEqualTo(3);
    }

    @Test
    void a_timeout_that_would_be_none_is_refused() {
        assertThatThrownBy(() -> new LocalServiceBusOptions().idleTimeout(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idleTimeout must be at least a millisecond and at most PT1H");
    }
}
