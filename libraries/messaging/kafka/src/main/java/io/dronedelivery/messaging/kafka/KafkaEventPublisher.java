package io.dronedelivery.messaging.kafka;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishes events to Kafka, and creates topics that do not exist. */
public final class KafkaEventPublisher implements EventPublisher {

    private final RecordSender sender;
    private final KafkaTopics topics;

    /** @param topics makes the channels that do not exist */
    public KafkaEventPublisher(RecordSender sender, KafkaTopics topics) {
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

    /** Events of one channel and key keep their order. */
    private record Place(String channel, String key) {

        static Place of(OutboundEvent event) {
            return new Place(event.channel(), event.key());
        }
    }

    /**
     * Publishes all keys at the same time. Within a key the next event waits for the broker's answer. The producer keeps the order of its
     * batches, but it sends the next batch even after it has given up the one before.
     */
    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        List<String> channels =
                events.stream().map(OutboundEvent::channel).distinct().toList();
        Map<Place, List<OutboundEvent>> byPlace =
                events.stream().collect(groupingBy(Place::of, LinkedHashMap::new, toList()));
        return topics.ensure(channels)
                .then(Mono.whenDelayError(
                        byPlace.values().stream().map(this::oneByOne).toList()))
                .onErrorMap(failure -> Exceptions.unwrapMultiple(failure).get(0));
    }

    private Mono<Void> oneByOne(List<OutboundEvent> events) {
        return events.size() == 1
                ? sent(events.get(0))
                : Flux.concat(events.stream().map(this::sent).toList()).then();
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
