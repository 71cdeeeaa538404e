package io.dronedelivery.localservicebus.broker;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks where entities forward their messages or dead letters, and refuses cycles. */
final class Forwarding {
    /** As in Service Bus: the most times that a message is forwarded. */
    private static final int MAX_HOPS = 4;

    private final Broker broker;

    Forwarding(Broker broker) {
        this.broker = broker;
    }

    /** @throws IllegalArgumentException when the queue forwards to an unknown entity, in a circle or over too many entities */
    void check(MessageQueue queue) {
        checkTarget(queue, "ForwardTo", queue.settings().forwardTo());
        checkTarget(queue, "ForwardDeadLetteredMessagesTo", queue.settings().forwardDeadLettersTo());
        broker.queues().forEach(each -> checkHops(each, each, new HashSet<>(), 0));
    }

    private void checkTarget(MessageQueue queue, String property, @Nullable String name) {
        if (name != null && broker.destination(name).isEmpty()) {
            throw new IllegalArgumentException("%s of '%s' names '%s', which is neither a queue nor a topic"
                    .formatted(property, queue.path(), name));
        }
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
