package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConnectionQuotaTest {

    @RegisterExtension
    final LocalServiceBusExtension bus =
            LocalServiceBusExtension.with(o -> o.queue("q").maxConnections(2));

    @Test
    void connection_beyond_the_quota_is_refused_and_one_that_ends_makes_room() throws IOException {
        try (RawPeer first = RawPeer.connect(bus.bus());
                RawPeer second = RawPeer.connect(bus.bus())) {
            ErrorCondition refusal = RawPeer.refusal(bus.bus());

            assertThat((Object) refusal.getCondition()).hasToString("amqp:resource-limit-exceeded");
            assertThat(refusal.getDescription()).contains("quota of 2 connections");
            first.begin();
            second.begin();
        }
        await().atMost(Clients.WAIT).until(() -> bus.stats().connectionsOpen() == 0);

        RawPeer.connect(bus.bus()).close();
    }

    @Test
    void socket_over_which_no_connection_is_opened_takes_no_place() throws IOException {
        try (Socket mute =
                        new Socket(InetAddress.getLoopbackAddress(), bus.bus().port());
                RawPeer first = RawPeer.connect(bus.bus());
                RawPeer second = RawPeer.connect(bus.bus())) {
            assertThat(mute.isConnected()).isTrue();
            first.begin();
            second.begin();
        }
    }

    @Test
    void quota_of_no_connections_is_refused() {
        assertThatThrownBy(() -> new LocalServiceBusOptions().maxConnections(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxConnections must be positive: 0");
    }
}
