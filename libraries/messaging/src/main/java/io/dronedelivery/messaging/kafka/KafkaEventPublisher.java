package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/** Publishes events to Kafka, into topics that are made when they do not exist. */
final class KafkaEventPublisher implements EventPublisher {

    private final RecordSender sender;
    private final KafkaTopics topics;

    KafkaEventPublisher(RecordSender sender, KafkaTopics topics) {
        this.sender = sender;
        this.topics = topics;
    }

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        Mono<Void> sent = sent(event);
        return topics.present(event.channel())
                ? sent
                : topics.ensure(event.channel()).then(sent);
    }

    /** All are on their way at once: the producer keeps the order within a partition. */
    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        List<String> channels =
                events.stream().map(OutboundEvent::channel).distinct().toList();
        return topics.ensure(channels)
                .then(Mono.whenDelayError(events.stream().map(this::sent).toList()))
                .onErrorMap(failure -> Exceptions.unwrapMultiple(failure).get(0));
    }

    private Mono<Void> sent(OutboundEvent event) {
        return sender.send(() -> KafkaEvents.toRecord(event), failure -> explained(event, failure));
    }

    private static Throwable explained(OutboundEvent event, Throwable failure) {
        String what = "The event " + event.event().getId() + " for " + event.channel();
        return switch (SendFailure.of(failure)) {
            case TOO_LARGE ->
                new EventTooLargeException(what + " is larger than Kafka takes: " + failure.getMessage(), failure);
            case REFUSED ->
                new IllegalArgumentException(what + " was refused by Kafka: " + failure.getMessage(), failure);
            case UNAVAILABLE ->
                new BrokerUnavailableException(what + " was not confirmed by Kafka: " + failure.getMessage(), failure);
        };
    }
}
