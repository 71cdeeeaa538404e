package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.messaging.event.EventSubscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class PeekConnectionTest {

    private static final EventSubscription SUBSCRIPTION = EventSubscription.of("parcels", "watch");
    /** As the watch of dead letters has it, and the broker away for as long as a look takes. */
    private static final Duration LOOK = Duration.ofSeconds(20);

    /** On the connection that was lost it is answered as long again after the broker's return as that was away, or never. */
    @Test
    void a_broker_that_was_away_is_looked_at_over_a_new_connection() throws Exception {
        try (LocalServiceBus bus = LocalServiceBus.start(
                        options -> options.topic("parcels", topic -> topic.subscription("watch")));
                PeekConnection peeking = new PeekConnection(
                        () -> new ServiceBusNamespace(bus.connectionString(), null).newConnection(LOOK.dividedBy(2)))) {
            Mono<Long> check = check(peeking);
            assertThat(check.block()).isZero();
            ServiceBusReceiverClient first = peeking.deadLetters(SUBSCRIPTION);
            bus.faults().begin("unavailable,for=1h");
            assertThat(check.map(count -> "answered").onErrorReturn("failed").block())
                    .isEqualTo("failed");

            bus.faults().clear();

            assertThat(peeking.deadLetters(SUBSCRIPTION)).isNotSameAs(first);
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> check.block() == 0);
        }
    }

    private static Mono<Long> check(PeekConnection peeking) {
        Mono<Long> peeked = Mono.fromCallable(() -> peeking.deadLetters(SUBSCRIPTION).peekMessages(10, 0).stream()
                        .count())
                .subscribeOn(Schedulers.boundedElastic())
                .timeout(LOOK);
        return peeking.renewedAfterFailure("parcels", peeked);
    }
}
