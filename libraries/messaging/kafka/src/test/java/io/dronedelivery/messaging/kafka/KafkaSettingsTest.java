package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.settings.Contradiction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class KafkaSettingsTest {

    private static List<Contradiction> with(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return new KafkaSettings(environment).contradictions();
    }

    @Test
    void the_defaults_do_not_contradict_each_other() {
        assertThat(with(Map.of())).isEmpty();
    }

    @Test
    void settings_just_within_each_limit_do_not_contradict_each_other() {
        assertThat(with(Map.of(
                        "messaging.kafka.consumer.properties.max.poll.interval.ms", "30001",
                        "messaging.kafka.properties[session.timeout.ms]", "9000",
                        "messaging.kafka.consumer.max-in-flight", "100",
                        "messaging.kafka.consumer.max-uncommitted", "100")))
                .isEmpty();
        assertThat(with(Map.of("messaging.kafka.consumer.properties.max.poll.interval.ms", "30000")))
                .hasSize(1);
    }

    @Test
    void a_wait_in_a_poll_that_is_longer_than_the_group_waits_for_polls_is_an_error() {
        assertThat(with(Map.of("messaging.kafka.consumer.properties.max.poll.interval.ms", "20000")))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.severity()).isEqualTo(Contradiction.ContradictionSeverity.ERROR);
                    assertThat(found.problem())
                            .contains(
                                    "messaging.kafka.consumer.rebalance-wait is PT30S",
                                    "max.poll.interval.ms",
                                    "PT20S");
                });
    }

    @Test
    void a_watchdog_that_a_rebalance_would_set_off_is_an_error() {
        assertThat(with(Map.of("messaging.kafka.consumer.watchdog", "40s")))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.severity()).isEqualTo(Contradiction.ContradictionSeverity.ERROR);
                    assertThat(found.problem())
                            .contains("messaging.kafka.consumer.watchdog is PT40S", "PT40S that a rebalance may take");
                });
        assertThat(with(Map.of("messaging.kafka.consumer.watchdog", "41s"))).isEmpty();
    }

    @Test
    void a_session_that_ends_after_two_late_heartbeats_is_a_warning() {
        assertThat(with(Map.of("messaging.kafka.properties[session.timeout.ms]", "6000")))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.severity()).isEqualTo(Contradiction.ContradictionSeverity.WARNING);
                    assertThat(found.problem()).contains("session.timeout.ms", "heartbeat.interval.ms");
                });
    }

    @Test
    void heartbeats_are_compared_with_the_session_timeout_that_consumers_have_unless_it_is_set() {
        assertThat(with(Map.of("messaging.kafka.consumer.properties[heartbeat.interval.ms]", "10000")))
                .singleElement()
                .satisfies(found -> assertThat(found.problem()).contains("session.timeout.ms is PT15S"));
        assertThat(with(Map.of("messaging.kafka.consumer.properties[heartbeat.interval.ms]", "5000")))
                .isEmpty();
    }

    @Test
    void a_window_below_what_may_be_in_flight_is_a_warning() {
        assertThat(with(Map.of(
                        "messaging.kafka.consumer.max-in-flight", "100",
                        "messaging.kafka.consumer.max-uncommitted", "50")))
                .extracting(Contradiction::problem)
                .singleElement()
                .asString()
                .contains("max-uncommitted is 50", "max-in-flight, which is 100");
    }

    @Test
    void what_is_no_number_is_left_to_kafka() {
        assertThat(with(Map.of("messaging.kafka.properties[session.timeout.ms]", "soon")))
                .isEmpty();
    }
}
