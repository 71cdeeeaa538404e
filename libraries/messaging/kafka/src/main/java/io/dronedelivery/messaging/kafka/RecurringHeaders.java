package io.dronedelivery.messaging.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** A cache of encoded headers of one name, for names with few values. Any thread may call it. */
final class RecurringHeaders {

    private static final int MOST = 256;

    private final String name;
    private final Map<String, Header> kept = new ConcurrentHashMap<>();

    RecurringHeaders(String name) {
        this.name = name;
    }

    Header with(String value) {
        @Nullable Header known = kept.get(value);
        if (known != null) {
            return known;
        }
        Header header = new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
        if (kept.size() < MOST) {
            kept.put(value, header);
        }
        return header;
    }
}
