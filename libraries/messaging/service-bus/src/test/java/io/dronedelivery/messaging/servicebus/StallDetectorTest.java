package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Subscriptions that nobody consumes, or that somebody else holds. The one whose processor is silent is in {@link ServiceBusConsumersTest}. */
class StallDetectorTest {

    private static final Duration WAIT = Duration.ofSeconds(90);
    private static final String LANE = "lane-5";

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> {
        for (String topic : new String[] {"free", "silent", "held"}) {
            o.topic(
                    topic,
                    t -> t.subscription("depot", s -> s.requiresSession(true).lockDuration(Duration.ofMinutes(5))));
        }
    });

    private final PeekConnection peeking =
            new PeekConnection(() -> new ServiceBusNamespace(BUS.connectionString(), null).newConnection(WAIT));
    private final IdleProbe probe = new IdleProbe(peeking);

    @AfterEach
    void closeConnection() {
        peeking.close();
    }

    @Test
    void a_lane_is_free_as_long_as_nobody_holds_it_and_to_look_takes_nothing_from_anybody() {
        EventSubscription subscription = EventSubscription.of("free", "depot");
        send("free");
        assertThat(probe.isFree(subscription, LANE).block(WAIT)).isTrue();
        assertThat(probe.isFree(subscription, LANE).block(WAIT)).as("again").isTrue();
        try (ServiceBusSessionReceiverClient another = client().sessionReceiver()
                .topicName("free")
                .subscriptionName("depot")
                .buildClient()) {
            ServiceBusReceiverClient holder = another.acceptSession(LANE);

            assertThat(probe.isFree(subscription, LANE).block(WAIT)).isFalse();

            assertThat(holder.receiveMessages(1, WAIT))
                    .singleElement()
                    .satisfies(message -> assertThat(message.getDeliveryCount()).isZero());
            holder.close();
        }
        assertThat(probe.isFree(subscription, LANE).block(WAIT)).isTrue();
    }

    @Test
    void a_consumer_that_gets_nothing_of_what_nobody_receives_is_in_trouble() {
        EventSubscription subscription = EventSubscription.of("silent", "depot");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        EventConsumer consumer = new EventConsumer(
                subscription,
                new EventProcessor(
                        subscription, ServiceBusApplication.ONE_ATTEMPT, MessageSpans.none("servicebus"), meters),
                ServiceBusApplication.ONE_ATTEMPT,
                WAIT);
        ServiceBusProperties.ServiceBusConsumerSettings quick = new Binder(new MapConfigurationPropertySource(Map.of(
                        "messaging.servicebus.consumer.watchdog", "200ms",
                        "messaging.servicebus.consumer.session-idle-timeout", "20ms")))
                .bind("messaging.servicebus.consumer", ServiceBusProperties.ServiceBusConsumerSettings.class)
                .get();
        StallDetector stallDetector = new StallDetector(probe, new Processors(), quick, meters);
        send("silent");

        Disposable watching = stallDetector.watch(consumer).subscribe();
        try {
            await().atMost(WAIT)
                    .untilAsserted(
                            () -> assertThat(stallDetector.trouble(consumer)).contains("no consumer receives"));
        } finally {
            watching.dispose();
        }
    }

    @Test
    void an_event_that_somebody_else_does_not_get_done_is_no_silence() {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        EventSubscription held = EventSubscription.of("held", "depot").on("ParcelMoved", 1, event -> {
            handled.add(event.getId());
            return Mono.empty();
        });
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Metrics.addRegistry(meters);
        try (ConfigurableApplicationContext application = ServiceBusApplication.start(
                        BUS.connectionString(), ServiceBusConsumersTest.QUICK, List.of(held));
                ServiceBusSessionReceiverClient another = client().sessionReceiver()
                        .topicName("held")
                        .subscriptionName("depot")
                        .buildClient()) {
            Lanes lanes = new Lanes(8);
            String elsewhere = Stream.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
                    .filter(key -> !lanes.of(key).equals(lanes.of("one")))
                    .findFirst()
                    .orElseThrow();
            ServiceBusReceiverClient holder = another.acceptSession(lanes.of("one"));
            EventPublisher publisher = application.getBean(EventPublisher.class);
            publisher.publish(ServiceBusConsumersTest.event("held", elsewhere)).block(WAIT);
            await().atMost(WAIT).until(() -> handled.contains(elsewhere));
            publisher.publish(ServiceBusConsumersTest.event("held", "one")).block(WAIT);
            long opened = BUS.stats().connectionsOpened();
            // A consumer that took long to get its first event was replaced, too, and the next look may be the one that
            // counts it.
            await().during(Duration.ofMillis(500)).atMost(WAIT).until(() -> !handled.contains("one"));
            double before = restarts(meters);

            await().atMost(WAIT).until(() -> silent(meters) == 1);
            // The consumer is replaced, in case it is the one.
            await().atMost(WAIT).until(() -> BUS.stats().connectionsOpened() > opened + 1);

            assertThat(restarts(meters)).isEqualTo(before);
            assertThat(handled).doesNotContain("one");
            holder.close();
            await().atMost(WAIT).until(() -> handled.contains("one"));
            await().atMost(WAIT).until(() -> silent(meters) == 0);
        } finally {
            Metrics.removeRegistry(meters);
        }
    }

    /** How often the consumer of the topic "held" was silent. */
    private static double restarts(MeterRegistry meters) {
        return meters
                .find("messaging.servicebus.restarts")
                .tag("messaging.destination.name", "held")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** Whether a lane of the topic "held" is silent for this instance. */
    private static double silent(MeterRegistry meters) {
        return meters.get("messaging.servicebus.lanes.silent")
                .tag("messaging.destination.name", "held")
                .gauge()
                .value();
    }

    private static void send(String topic) {
        try (ServiceBusSenderClient sender = client().sender().topicName(topic).buildClient()) {
            sender.sendMessage(new ServiceBusMessage("{}").setSessionId(LANE));
        }
    }

    private static ServiceBusClientBuilder client() {
        return new ServiceBusClientBuilder().connectionString(BUS.connectionString());
    }
}
