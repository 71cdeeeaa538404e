package io.dronedelivery.localservicebus.broker;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Connects the entities that forward their messages or dead letters, and refuses cycles. */
final class Forwarding {
    /** As in Service Bus: the most times that a message is forwarded. */
    private static final int MAX_HOPS = 4;

    private final Broker broker;

    Forwarding(Broker broker) {
        this.broker = broker;
    }

    void connect() {
        for (MessageQueue queue : broker.queues()) {
            if (queue.deadLetters() != null) {
                QueueSettings settings = queue.settings();
                queue.forward(
                        target(queue, "ForwardTo", settings.forwardTo()),
                        target(queue, "ForwardDeadLetteredMessagesTo", settings.forwardDeadLettersTo()));
            }
        }
        broker.queues().forEach(queue -> checkHops(queue, queue, new HashSet<>(), 0));
    }

    private @Nullable Destination target(MessageQueue queue, String property, @Nullable String name) {
        if (name == null) {
            return null;
        }
        return broker.destination(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("%s of '%s' names '%s', which is neither a queue nor a topic"
                                .formatted(property, queue.path(), name)));
    }

    private void checkHops(MessageQueue start, MessageQueue at, Set<String> seen, int hops) {
        String next = at.settings().forwardTo();
        if (next == null) {
            return;
        }
        if (hops == MAX_HOPS || !seen.add(at.path())) {
            throw new IllegalArgumentException("ForwardTo of '%s' leads in a circle or over more than %d entities"
                    .formatted(start.path(), MAX_HOPS));
        }
        broker.queue(next).ifPresent(queue -> checkHops(start, queue, seen, hops + 1));
        broker.topic(next)
                .ifPresent(topic -> topic.subscriptions()
                        .values()
                        .forEach(
                                subscription -> checkHops(start, subscription.queue(), new HashSet<>(seen), hops + 1)));
    }
}
