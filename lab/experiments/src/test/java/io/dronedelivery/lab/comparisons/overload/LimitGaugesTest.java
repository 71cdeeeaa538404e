package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class LimitGaugesTest {

    private final LimitGauges gauges = new LimitGauges(URI.create("http://127.0.0.1/actuator/prometheus"));

    @Test
    void the_range_of_a_limit_and_the_most_that_was_in_flight_and_waiting_are_seen() {
        gauges.see("""
            # TYPE gateway_limit gauge
            gateway_limit{application="gateway",place="fast"} 100.0
            gateway_limit{application="gateway",place="idle"} 100.0
            gateway_limit_in_flight{application="gateway",place="fast"} 80.0
            gateway_limit_in_flight{application="gateway",place="idle"} 0.0
            gateway_limit_waiting{application="gateway",place="fast",priority="normal"} 3.0
            gateway_limit_waiting{application="gateway",place="fast",priority="critical"} 2.0
            gateway_limit_refused_total{application="gateway",place="fast"} 1.0E7
            """);
        gauges.see("""
            gateway_limit{application="gateway",place="fast"} 40.0
            gateway_limit_in_flight{application="gateway",place="fast"} 32.0
            """);

        assertThat(gauges.seen()).isEqualTo("fast 40 to 100 (80, 5)");
    }

    @Test
    void the_row_before_is_forgotten() {
        gauges.see("gateway_limit{place=\"fast\"} 100.0\ngateway_limit_in_flight{place=\"fast\"} 80.0\n");
        gauges.forget();

        assertThat(gauges.seen()).isEmpty();
    }
}
