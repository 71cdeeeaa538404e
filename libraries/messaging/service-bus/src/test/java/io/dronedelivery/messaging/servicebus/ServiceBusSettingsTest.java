package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.servicebus.ServiceBusSettings.Surroundings;
import io.dronedelivery.messaging.settings.Contradiction;
import io.dronedelivery.messaging.settings.Contradiction.ContradictionSeverity;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ServiceBusSettingsTest {

    private static final String EMULATOR =
            "Endpoint=sb://localhost;SharedAccessKeyName=n;SharedAccessKey=k;UseDevelopmentEmulator=true;";
    private static final String AZURE =
            "Endpoint=sb://drones.servicebus.windows.net;SharedAccessKeyName=n;SharedAccessKey=k;";
    private static final Surroundings USUAL = new Surroundings(2, 256, 40, 20, Duration.ofSeconds(30));

    private static List<Contradiction> with(String connectionString, Surroundings surroundings, String... settings) {
        Binder binder = binder(settings);
        return new ServiceBusSettings(
                        binder.bindOrCreate("messaging.servicebus", ServiceBusProperties.class),
                        binder.bindOrCreate("messaging.retry", RetryProperties.class),
                        new ServiceBusNamespace(connectionString, null),
                        surroundings)
                .contradictions();
    }

    private static ServiceBusProperties.ServiceBusConsumerSettings consumer(String... settings) {
        return binder(settings)
                .bindOrCreate("messaging.servicebus", ServiceBusProperties.class)
                .consumer();
    }

    private static Binder binder(String... settings) {
        Map<String, String> properties = new HashMap<>();
        Arrays.stream(settings).map(setting -> setting.split("=", 2)).forEach(pair -> properties.put(pair[0], pair[1]));
        return new Binder(new MapConfigurationPropertySource(properties));
    }

    private static void assertFound(ContradictionSeverity severity, List<Contradiction> found, String... texts) {
        assertThat(found).anySatisfy(contradiction -> {
            assertThat(contradiction.severity()).isEqualTo(severity);
            assertThat(contradiction.problem()).contains(texts);
            assertThat(contradiction.remedy()).isNotBlank();
        });
    }

    @Test
    void the_defaults_do_not_contradict_each_other() {
        assertThat(with(AZURE, USUAL)).isEmpty();
        assertThat(with(EMULATOR, USUAL)).isEmpty();
    }

    @Test
    void settings_just_within_each_limit_do_not_contradict_each_other() {
        Surroundings barely = new Surroundings(1, 9, 8, 8, Duration.ofSeconds(25));
        assertThat(with(
                        EMULATOR,
                        barely,
                        "messaging.servicebus.connections.min=9",
                        "messaging.servicebus.connections.max=9",
                        "messaging.servicebus.consumer.lock-renewal=1m"))
                .isEmpty();
        assertThat(with(
                        AZURE,
                        barely,
                        "messaging.servicebus.consumer.prefetch=8",
                        "messaging.servicebus.consumer.expected-handler-time=7500ms"))
                .extracting(Contradiction::problem)
                .singleElement()
                .asString()
                .contains("after the events that were already fetched");
    }

    @Test
    void service_bus_has_to_be_somewhere() {
        assertFound(ContradictionSeverity.ERROR, with("", USUAL), "spring.cloud.azure.servicebus.connection-string");
    }

    @Test
    void a_pool_with_a_minimum_above_its_maximum_is_an_error() {
        assertFound(
                ContradictionSeverity.ERROR,
                with(AZURE, USUAL, "messaging.servicebus.connections.min=9"),
                "messaging.servicebus.connections.min is 9",
                "messaging.servicebus.connections.max, which is 4");
    }

    @Test
    void more_connections_than_an_emulator_takes_are_an_error_there_and_fine_on_azure() {
        String max = "messaging.servicebus.connections.max=9";
        assertFound(
                ContradictionSeverity.ERROR,
                with(EMULATOR, USUAL, max),
                "connections.max is 9",
                "makes 11",
                "the emulator takes 10");
        assertThat(with(AZURE, USUAL, max)).isEmpty();
        assertThat(with(EMULATOR, USUAL, max, "messaging.servicebus.emulator-connection-limit=0"))
                .isEmpty();
    }

    @Test
    void a_prefetch_that_is_not_handled_within_the_lock_rests_on_its_renewal() {
        List<Contradiction> found = with(
                AZURE,
                USUAL,
                "messaging.servicebus.consumer.prefetch=100",
                "messaging.servicebus.consumer.expected-handler-time=1s");
        assertFound(ContradictionSeverity.WARNING, found, "prefetch is 100", "waits PT1M40S", "the lock of PT1M");
    }

    @Test
    void a_prefetch_that_is_not_handled_before_the_renewal_ends_is_an_error() {
        List<Contradiction> found = with(
                AZURE,
                USUAL,
                "messaging.servicebus.consumer.prefetch=200",
                "messaging.servicebus.consumer.expected-handler-time=10s",
                "messaging.servicebus.consumer.lock-renewal=10m");
        assertFound(ContradictionSeverity.ERROR, found, "prefetch is 200", "PT33M20S");
    }

    @Test
    void a_prefetch_beyond_the_buffer_of_the_sdk_is_an_error() {
        List<Contradiction> found = with(AZURE, USUAL, "messaging.servicebus.consumer.prefetch=256");
        assertFound(ContradictionSeverity.ERROR, found, "the SDK's buffer holds 256 messages");
        assertThat(found)
                .extracting(Contradiction::remedy)
                .anyMatch(text -> text.contains("-Dreactor.bufferSize.small=512"));
    }

    @Test
    void any_prefetch_is_a_danger_to_order() {
        assertFound(
                ContradictionSeverity.WARNING,
                with(AZURE, USUAL, "messaging.servicebus.consumer.prefetch=1"),
                "after the events that were already fetched");
    }

    @Test
    void an_event_must_not_be_held_longer_than_its_lock_is_renewed() {
        assertFound(
                ContradictionSeverity.ERROR,
                with(AZURE, USUAL, "messaging.retry.call-timeout=5m", "messaging.servicebus.consumer.lock-renewal=2m"),
                "messaging.retry.call-timeout is PT5M",
                "lock-renewal, which is PT2M");
    }

    @Test
    void more_lanes_than_are_taken_at_the_same_time_can_starve() {
        assertFound(
                ContradictionSeverity.WARNING,
                with(AZURE, USUAL, "messaging.servicebus.lanes=16"),
                "lanes is 16",
                "max-concurrent-sessions");
    }

    @Test
    void fewer_threads_than_lanes_are_a_warning_for_either_pool() {
        List<Contradiction> found = with(AZURE, new Surroundings(3, 256, 20, 10, Duration.ofSeconds(30)));
        assertFound(ContradictionSeverity.WARNING, found, "the SDK's threads for deliveries are 20");
        assertFound(ContradictionSeverity.WARNING, found, "the threads of boundedElastic are 10");
    }

    @Test
    void a_silent_consumer_is_noticed_within_two_lock_times_unless_it_is_set() {
        assertThat(consumer().stallTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(consumer("messaging.servicebus.consumer.lock-duration=5m").stallTimeout())
                .isEqualTo(Duration.ofMinutes(10));
        assertThat(consumer("messaging.servicebus.consumer.watchdog=30s").stallTimeout())
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(consumer("messaging.servicebus.consumer.watchdog=0").stallTimeout())
                .isZero();
    }

    @Test
    void a_drain_that_spring_does_not_wait_for_is_a_warning() {
        assertFound(
                ContradictionSeverity.WARNING,
                with(AZURE, USUAL, "messaging.servicebus.consumer.drain-timeout=2m"),
                "drain-timeout is PT2M",
                "spring.lifecycle.timeout-per-shutdown-phase");
    }

    @Test
    void an_application_that_only_publishes_is_not_bothered_with_consuming() {
        Surroundings publishing = new Surroundings(0, 256, 1, 1, Duration.ofSeconds(30));
        assertThat(with(AZURE, publishing, "messaging.servicebus.consumer.prefetch=500"))
                .isEmpty();
    }
}
