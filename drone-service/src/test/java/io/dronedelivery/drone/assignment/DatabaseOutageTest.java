package io.dronedelivery.drone.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.messaging.event.DeadLetterReason;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class DatabaseOutageTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** One attempt is all that an event gets whose handler fails; what a handler depends on being away does not count. */
    private static final RetryProperties ONE_ATTEMPT =
            new RetryProperties(1, Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMinutes(2));

    @Test
    void an_event_waits_for_a_database_that_does_not_answer_and_is_done_when_it_does_again() {
        try (RunningService service = DroneService.start("/ownerId", o -> o, "--cosmos.operation-timeout=1s")) {
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            EventProcessor processor = new EventProcessor(
                    service.bean("deliveryRequests", EventSubscription.class),
                    ONE_ATTEMPT,
                    MessageSpans.none("test"),
                    meters);
            CloudEvent event = RequestEvents.of("d-1", "o-1", 1).get(0);
            service.cosmos().latency(Latency.fixed(Duration.ofSeconds(5)));

            Mono<Outcome> outcome = processor.process(() -> event).cache();
            Disposable handled = outcome.subscribe();
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> meters.get("messaging.process.repetitions")
                                    .counter()
                                    .count()
                            >= 1);
            service.cosmos().latency(Latency.none());

            assertThat(outcome.block(TIMEOUT)).isEqualTo(new Outcome.Done());
            handled.dispose();
        }
    }

    @Test
    void an_event_of_an_owner_whose_partition_is_full_goes_to_the_dead_letters() {
        try (RunningService service = DroneService.start("/ownerId", o -> o)) {
            EventProcessor processor = new EventProcessor(
                    service.bean("deliveryRequests", EventSubscription.class),
                    ONE_ATTEMPT,
                    MessageSpans.none("test"),
                    new SimpleMeterRegistry());
            service.cosmos().full("o-1", true);

            CloudEvent event = RequestEvents.of("d-1", "o-1", 1).get(0);

            assertThat(processor.process(() -> event).block(TIMEOUT))
                    .isInstanceOfSatisfying(Outcome.DeadLetter.class, letter -> {
                        assertThat(letter.reason()).isEqualTo(DeadLetterReason.HANDLER_FAILED);
                        assertThat(letter.description()).contains("no more room");
                    });
        }
    }
}
