package io.dronedelivery.messaging.servicebus;

import static io.dronedelivery.messaging.servicebus.ServiceBusConsumersTest.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.localservicebus.ServiceBusStats;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.testkit.LoopbackProxy;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Settlements that do not reach the broker while the link and the lane's lock live. */
class SettlementTest {

    private static final Duration WAIT = Duration.ofSeconds(45);
    private static final RetryProperties RETRY =
            new RetryProperties(1, Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(30));

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> List.of("repeated", "broken")
            .forEach(topic -> o.topic(
                    topic,
                    t -> t.subscription("depot", s -> s.requiresSession(true).maxDeliveryCount(100)))));

    /** How many events of the channel were not settled when the handler was called, the event itself included. */
    private final Queue<Integer> unsettled = new ConcurrentLinkedQueue<>();

    /** How many settlements are still to be lost. */
    private final AtomicInteger losing = new AtomicInteger();

    private LoopbackProxy proxy;

    @BeforeEach
    void standBetween() throws IOException {
        proxy = new LoopbackProxy(
                URI.create(BUS.connectionString().split("[=;]", 3)[1]).getPort(),
                () -> new LoopbackProxy.Connection(this::passOn, InputStream::transferTo));
    }

    @AfterEach
    void goAway() throws IOException {
        proxy.close();
    }

    @Test
    void a_settlement_that_is_not_answered_is_repeated_before_the_next_event_of_the_key_is_handled() {
        try (ConfigurableApplicationContext application = losingTheFirst("repeated", 1)) {
            publish(application, "repeated");
            publish(application, "repeated");

            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(unsettled).hasSize(2).last().isEqualTo(1));
            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(waiting("repeated")).isZero());
        }
    }

    @Test
    void a_settlement_is_not_repeated_any_more_when_its_connection_has_broken_and_the_event_comes_again() {
        try (ConfigurableApplicationContext application = losingTheFirst("broken", Integer.MAX_VALUE)) {
            publish(application, "broken");
            await().atMost(WAIT).until(() -> losing.get() > 0 && losing.get() < Integer.MAX_VALUE - 2);
            losing.set(0);

            proxy.reset();

            await().atMost(WAIT).untilAsserted(() -> {
                assertThat(waiting("broken")).isZero();
                assertThat(unsettled).hasSize(2);
            });
        }
    }

    /** An application whose first event is handled and whose settlements then do not arrive. */
    private ConfigurableApplicationContext losingTheFirst(String channel, int settlements) {
        Mono<Void> handling = Mono.<Void>fromRunnable(() -> {
                    if (unsettled.isEmpty()) {
                        losing.set(settlements);
                    }
                    unsettled.add(waiting(channel));
                })
                .subscribeOn(Schedulers.boundedElastic());
        return ServiceBusApplication.start(
                BUS.connectionString().replaceFirst(":[0-9]+;", ":" + proxy.port() + ";"),
                Map.of("messaging.servicebus.consumer.settle-timeout", "500ms", "messaging.promise.check", "off"),
                RETRY,
                List.of(EventSubscription.of(channel, "depot").on("ParcelMoved", 1, event -> handling)));
    }

    private static void publish(ConfigurableApplicationContext application, String channel) {
        application
                .getBean(EventPublisher.class)
                .publish(event(channel, "parcel"))
                .block(WAIT);
    }

    private static int waiting(String channel) {
        ServiceBusStats.Entity depot = BUS.stats().entity(channel + "/subscriptions/depot");
        return depot.active() + depot.locked();
    }

    /** Passes the protocol's header and frames on, but for settlements that are to be lost. */
    private void passOn(InputStream from, OutputStream to) throws IOException {
        DataInputStream client = new DataInputStream(from);
        while (true) {
            int size = client.readInt();
            boolean header =
                    size == ByteBuffer.wrap(new byte[] {'A', 'M', 'Q', 'P'}).getInt();
            byte[] rest = client.readNBytes(header ? Integer.BYTES : size - Integer.BYTES);
            if (header || !isSettlement(rest) || losing.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                to.write(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
                to.write(rest);
                to.flush();
            }
        }
    }

    /** Whether a frame is a disposition, by the descriptor behind the frame's header, whose first half is the size. */
    private static boolean isSettlement(byte[] rest) {
        return rest.length > 6 && rest[4] == 0 && rest[5] == 0x53 && rest[6] == 0x15;
    }
}
