package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The message ids that an entity has seen within its window of duplicate detection. No id is forgotten early, so the ids count towards the
 * entity's size.
 */
final class DuplicateWindow {
    /** The memory of an id beside its characters: the entry, its time, and their objects. */
    private static final int OVERHEAD = 128;

    private final String entity;
    private @Nullable Duration window;
    private final Broker broker;
    private final Map<String, Long> seen = new LinkedHashMap<>();
    private long bytes;

    /** A window of zero length, or null, detects nothing. */
    DuplicateWindow(String entity, @Nullable Duration window, Broker broker) {
        this.entity = entity;
        this.window = window;
        this.broker = broker;
    }

    void window(@Nullable Duration newWindow) {
        window = newWindow;
    }

    /** Stores the message's id. Returns false when it was present already. A message without an id is never a duplicate. */
    boolean isFirst(AmqpMessage message) {
        String id = idOf(message);
        if (id == null) {
            return true;
        }
        forget();
        boolean first = seen.putIfAbsent(id, broker.now()) == null;
        if (first) {
            bytes += size(id);
            broker.log().seen(entity, id, broker.now());
        }
        return first;
    }

    void restore(String messageId, long at) {
        // A put alone would leave a repeated id at its old place, in front of older ones.
        if (seen.remove(messageId) == null) {
            bytes += size(messageId);
        }
        seen.put(messageId, at);
    }

    /** The ids' part of the entity's size, in bytes. */
    long bytes() {
        forget();
        return bytes;
    }

    /** Number of additional bytes with these messages. An id that several of them have counts for each. */
    long growth(List<AmqpMessage> messages) {
        if (window == null) {
            return 0;
        }
        forget();
        long growth = 0;
        for (AmqpMessage message : messages) {
            String id = idOf(message);
            growth += id == null || seen.containsKey(id) ? 0 : size(id);
        }
        return growth;
    }

    private @Nullable String idOf(AmqpMessage message) {
        return window == null ? null : message.messageId(broker.codec());
    }

    private static int size(String id) {
        return id.length() + OVERHEAD;
    }

    /** Message ids and the times when they were seen, oldest first. */
    Map<String, Long> snapshot() {
        forget();
        return seen;
    }

    private void forget() {
        long limit = broker.now() - (window == null ? 0 : window.toMillis());
        Iterator<Map.Entry<String, Long>> oldest = seen.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<String, Long> entry = oldest.next();
            if (entry.getValue() > limit) {
                return;
            }
            bytes -= size(entry.getKey());
            oldest.remove();
        }
    }
}
