package io.dronedelivery.messaging.testkit;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Publishes again what was not published because Kafka did not make the topic: one that has just started on a busy machine may need longer
 * than it has for that. No event is there twice by that.
 */
public record PatientPublisher(EventPublisher publisher) implements EventPublisher {

    /** For the same where a topic is to be made and nothing is published. */
    public static final Retry UNTIL_THE_TOPIC_IS_MADE = Retry.max(6)
            .filter(failure -> failure instanceof BrokerUnavailableException
                    && String.valueOf(failure.getMessage()).startsWith("Kafka did not make the topic"));

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        return Mono.defer(() -> publisher.publish(event)).retryWhen(UNTIL_THE_TOPIC_IS_MADE);
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        return Mono.defer(() -> publisher.publishAll(events)).retryWhen(UNTIL_THE_TOPIC_IS_MADE);
    }
}
