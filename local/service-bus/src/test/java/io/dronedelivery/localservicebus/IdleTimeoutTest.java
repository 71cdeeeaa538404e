package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleTimeoutTest {

    /** A client sends something after half of it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    /** Enough for a client on a machine that stands still for a while. */
    private static final Duration LONGEST_TIMEOUT = TIMEOUT.multipliedBy(4);

    @Test
    void connections_without_a_sign_of_life_are_closed_and_the_others_stay() throws Exception {
        Duration tried = TIMEOUT;
        while (!onlyConnectionsWithoutASignOfLifeAreClosed(tried)) {
            assertThat(tried)
                    .as("a timeout after which a living one was closed")
                    .isLessThan(LONGEST_TIMEOUT);
            tried = tried.multipliedBy(2);
        }
    }

    /** False when the living one was closed, too, whose client may have been too late to give its sign. */
    private static boolean onlyConnectionsWithoutASignOfLifeAreClosed(Duration timeout) throws Exception {
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("q").idleTimeout(timeout));
                Clients clients = new Clients(bus::connectionString)) {
            ServiceBusSenderClient sender = clients.sender("q");
            sender.sendMessage(Clients.message("before"));
            try (RawPeer silent = RawPeer.connect(bus);
                    Socket mute = new Socket(InetAddress.getLoopbackAddress(), bus.port())) {
                await().atMost(timeout.plus(Clients.WAIT))
                        .until(() -> bus.stats().connectionsOpened() >= 3
                                && bus.stats().connectionsOpen() <= 1);

                assertThat(silent.performativesUntil(RawPeer.CLOSE)).endsWith(RawPeer.CLOSE);
                mute.setSoTimeout(Math.toIntExact(Clients.WAIT.toMillis()));
                assertThat(mute.getInputStream().read()).isEqualTo(-1);
            }
            if (bus.stats().connectionsOpen() == 0) {
                return false;
            }
            sender.sendMessage(Clients.message("after"));

            return bus.stats().connectionsOpened() == 3;
        }
    }

    @Test
    void a_timeout_that_would_be_none_is_refused() {
        assertThatThrownBy(() -> new LocalServiceBusOptions().idleTimeout(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idleTimeout must be at least a millisecond and at most PT1H");
    }
}
