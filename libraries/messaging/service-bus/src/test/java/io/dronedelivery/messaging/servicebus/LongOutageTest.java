package io.dronedelivery.messaging.servicebus;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.localkit.InjectedFault;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** A broker that is away for longer than the SDK's first pauses. */
@Order(3)
class LongOutageTest {

    /** By then the SDK, left to itself, tries again only once a minute. */
    private static final Duration OUTAGE = Duration.ofSeconds(40);

    private static final Duration PROMISED = Duration.ofSeconds(30);

    private final Set<String> handled = ConcurrentHashMap.newKeySet();

    @Test
    void events_are_consumed_within_30_s_of_the_brokers_return() throws Exception {
        EventSubscription moves = EventSubscription.of("moves", "depot").on("ParcelMoved", 1, event -> {
            handled.add(event.getId());
            return Mono.empty();
        });
        try (LocalServiceBus bus = LocalServiceBus.start(options -> options.topic(
                        "moves",
                        topic -> topic.subscription("depot", subscription -> subscription.requiresSession(true))));
                ConfigurableApplicationContext application =
                        ServiceBusApplication.start(bus.connectionString(), Map.of(), List.of(moves))) {
            EventPublisher publisher = application.getBean(EventPublisher.class);
            publisher.publish(ServiceBusConsumersTest.event("moves", "before")).block(PROMISED);
            await().atMost(PROMISED).until(() -> handled.contains("before"));

            InjectedFault outage = bus.faults().begin("unavailable,for=1h");
            TimeUnit.MILLISECONDS.sleep(OUTAGE.toMillis());
            outage.close();
            Mono.defer(() -> publisher.publish(ServiceBusConsumersTest.event("moves", "after")))
                    .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(100)))
                    .subscribe();

            await().atMost(PROMISED).until(() -> handled.contains("after"));
        }
    }
}
