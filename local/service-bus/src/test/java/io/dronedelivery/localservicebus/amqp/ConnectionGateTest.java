package io.dronedelivery.localservicebus.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionGateTest {
    @Test
    void connections_beyond_the_limit_get_through_when_the_window_has_moved_on() {
        ConnectionGate gate = new ConnectionGate(2, Duration.ofSeconds(4));
        assertThat(gate.admit(0)).isTrue();
        assertThat(gate.admit(1000)).isTrue();
        assertThat(gate.admit(3999)).isFalse();
        assertThat(gate.admit(4000)).isTrue();
        assertThat(gate.admit(4999)).isFalse();
        assertThat(gate.admit(5000)).isTrue();
    }

    @Test
    void without_a_limit_every_connection_gets_through() {
        ConnectionGate gate = new ConnectionGate(null, Duration.ofSeconds(4));
        assertThat(gate.admit(0)).isTrue();
        assertThat(gate.admit(0)).isTrue();
    }
}
