package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** What the simulator sends is what a subscription of {@code messaging} handles, on either broker. */
abstract class ReceiverContract {

    static final String CHANNEL = "drone-telemetry";
    static final String GROUP = "drone-archive";

    private static final int COUNT = 500;
    private static final int DRONES = 20;

    /** What says where the broker is, in messaging's words. */
    abstract Map<String, Object> properties();

    /** The options that say the same to the simulator. */
    abstract List<String> options();

    @Test
    void every_message_is_handled_once_in_the_order_of_its_drone() {
        Queue<CloudEvent> handled = new ConcurrentLinkedQueue<>();
        try (ConfigurableApplicationContext receiver = receiver(CHANNEL, properties(), handled)) {
            assertThat(receiver.isRunning()).isTrue();
            long before = WallClock.micros();

            Simulator.Result result = Simulator.run(arguments(
                    "--count=" + COUNT,
                    "--rate=500",
                    "--drones=" + DRONES,
                    "--threads=2",
                    "--payload-bytes=64",
                    "--run=r1",
                    "--format=json"));

            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
            assertThat(result.report().path("acknowledged").asInt()).isEqualTo(COUNT);
            await().atMost(Duration.ofSeconds(60)).until(() -> handled.size() >= COUNT);
            assertThat(handled)
                    .extracting(CloudEvent::getId)
                    .doesNotHaveDuplicates()
                    .hasSize(COUNT);
            assertThat(handled).allSatisfy(event -> {
                assertThat(event.getType()).isEqualTo("DroneTelemetry");
                assertThat(event.getDataContentType()).isEqualTo("application/json");
                JsonNode data = SimulatorJson.MAPPER.readTree(event.getData().toBytes());
                String drone = data.path("droneId").asString();
                assertThat(event.getExtension("partitionkey")).isEqualTo(drone);
                assertThat(event.getId())
                        .isEqualTo(drone + "-r1-" + data.path("sequence").asLong());
                assertThat(data.path("createdMicros").asLong()).isGreaterThan(before);
                assertThat(data.path("payload").asString()).hasSize(64);
            });
            assertThat(sequences(handled))
                    .hasSize(DRONES)
                    .allSatisfy((drone, sequences) -> assertThat(sequences)
                            .containsExactlyElementsOf(
                                    LongStream.range(0, COUNT / DRONES).boxed().toList()));
        }
    }

    private static Map<String, List<Long>> sequences(Iterable<CloudEvent> events) {
        Map<String, List<Long>> sequences = new TreeMap<>();
        for (CloudEvent event : events) {
            JsonNode data = SimulatorJson.MAPPER.readTree(event.getData().toBytes());
            sequences
                    .computeIfAbsent(data.path("droneId").asString(), key -> new ArrayList<>())
                    .add(data.path("sequence").asLong());
        }
        return sequences;
    }

    String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(options());
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    static ConfigurableApplicationContext receiver(
            String channel, Map<String, Object> properties, Queue<CloudEvent> handled) {
        EventSubscription subscription = EventSubscription.of(channel, GROUP)
                .on("DroneTelemetry", 1, event -> Mono.fromRunnable(() -> handled.add(event)));
        Map<String, Object> all = new HashMap<>(properties);
        all.put("spring.main.banner-mode", "off");
        return new SpringApplicationBuilder(Receiver.class)
                .web(WebApplicationType.NONE)
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("telemetry", EventSubscription.class, () -> subscription))
                .properties(all)
                .run();
    }

    @EnableAutoConfiguration
    static class Receiver {

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }
}
