package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message ids that an entity has seen in the last while, where it detects duplicates. */
final class DuplicateWindow {
    private final String entity;
    private final @Nullable Duration window;
    private final Broker broker;
    private final Map<String, Long> seen = new LinkedHashMap<>();

    /** A window of no length detects nothing. */
    DuplicateWindow(String entity, @Nullable Duration window, Broker broker) {
        this.entity = entity;
        this.window = window;
        this.broker = broker;
    }

    /** Notes the message's id; false when it was there already. A message without an id is never a duplicate. */
    boolean isFirst(AmqpMessage message) {
        String id = window == null ? null : message.messageId(broker.codec());
        if (id == null) {
            return true;
        }
        forget();
        boolean first = seen.putIfAbsent(id, broker.now()) == null;
        if (first) {
            broker.log().seen(entity, id, broker.now());
        }
        return first;
    }

    void restore(String messageId, long at) {
        // A put alone would leave an id that was seen before at its old place, in front of older ones.
        seen.remove(messageId);
        seen.put(messageId, at);
    }

    /** Message ids and when they were seen, oldest first. */
    Map<String, Long> snapshot() {
        forget();
        return seen;
    }

    private void forget() {
        long limit = broker.now() - (window == null ? 0 : window.toMillis());
        Iterator<Long> times = seen.values().iterator();
        while (times.hasNext() && times.next() <= limit) {
            times.remove();
        }
    }
}
