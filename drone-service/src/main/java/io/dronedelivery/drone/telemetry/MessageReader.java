package io.dronedelivery.drone.telemetry;

import io.dronedelivery.messaging.event.SchemaVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages one by one: adds a line to a buffer and stores the position. A message that is no telemetry also gets a line, with the
 * reason and the unchanged data. So the archive has everything that the broker has accepted. Owned by one thread.
 */
final class MessageReader {

    static final String TYPE = "DroneTelemetry";
    static final int VERSION = 1;

    private static final String PREFIX = "ce_";
    private static final byte[] SCHEMA = utf8(SchemaVersion.uri(TYPE, VERSION).toString());
    private static final byte[] TYPE_BYTES = utf8(TYPE);
    private static final byte[] SPEC_VERSION = utf8("1.0");
    private static final byte[] NOTHING = {};

    /** Names with a special meaning in the JSON format, and the one that is added here. */
    private static final List<String> RESERVED = List.of("data", "datacontenttype", LineBuffer.REJECTED);

    private final TelemetryDecoder decoder = new TelemetryDecoder();
    private final LatestPositions positions;
    private final List<String> names = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    MessageReader(LatestPositions positions) {
        this.positions = positions;
    }

    /**
     * Stores the position of a message that another instance archives, if the message is telemetry.
     *
     * @return whether it is telemetry
     */
    boolean follow(Iterable<Header> headers, byte @Nullable [] data) {
        try {
            readAttributes(headers);
            positions.update(check(data));
            return true;
        } catch (RejectedException e) {
            return false;
        }
    }

    /**
     * Adds a message to the buffer and stores its position.
     *
     * @return the time of creation, or why the message is rejected
     */
    ReadMessage read(ConsumerRecord<byte[], byte[]> record, LineBuffer lines) {
        byte[] data = record.value() == null ? NOTHING : record.value();
        lines.begin();
        try {
            readAttributes(record.headers());
            DroneTelemetry telemetry = check(data);
            writeAttributes(lines);
            lines.json(data);
            lines.end();
            positions.update(telemetry);
            return new ReadMessage(telemetry.createdMicros(), null);
        } catch (RejectedException e) {
            provideId(record);
            writeAttributes(lines);
            lines.attribute(LineBuffer.REJECTED, e.reason() + ": " + e.getMessage());
            lines.base64(data);
            lines.end();
            return new ReadMessage(-1, e);
        }
    }

    /** @param createdMicros -1 when the message is rejected */
    record ReadMessage(long createdMicros, @Nullable RejectedException rejected) {}

    /** Reads the headers. Of headers with the same name it keeps the first, and rejects the message: the intended value is unknown. */
    private void readAttributes(Iterable<Header> headers) {
        names.clear();
        values.clear();
        String repeated = null;
        for (Header header : headers) {
            String key = header.key();
            if (!key.startsWith(PREFIX) || header.value() == null) {
                continue;
            }
            String name = key.substring(PREFIX.length());
            if (!isAttribute(name)) {
                continue;
            }
            if (names.contains(name)) {
                repeated = name;
                continue;
            }
            names.add(name);
            values.add(header.value());
        }
        if (repeated != null) {
            throw new RejectedException(
                    RejectedException.REPEATED_ATTRIBUTE, "The attribute " + repeated + " is there twice");
        }
    }

    /** @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#naming-conventions">naming conventions</a> */
    private static boolean isAttribute(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
                return false;
            }
        }
        return !name.isEmpty() && !RESERVED.contains(name);
    }

    private DroneTelemetry check(byte @Nullable [] data) {
        expect("specversion", SPEC_VERSION, RejectedException.UNKNOWN_SPEC_VERSION);
        required("id");
        required("source");
        expect("type", TYPE_BYTES, RejectedException.UNKNOWN_TYPE);
        expect("dataschema", SCHEMA, RejectedException.UNKNOWN_VERSION);
        if (data == null || data.length == 0) {
            throw new RejectedException(RejectedException.INVALID_DATA, "The event has no data");
        }
        return decoder.decode(data);
    }

    private byte[] required(String name) {
        int index = names.indexOf(name);
        if (index < 0 || values.get(index).length == 0) {
            throw new RejectedException(RejectedException.MISSING_ATTRIBUTE, "The attribute " + name + " is missing");
        }
        return values.get(index);
    }

    private void expect(String name, byte[] expected, String reason) {
        byte[] value = required(name);
        if (!Arrays.equals(value, expected)) {
            throw new RejectedException(
                    reason,
                    "The attribute " + name + " is '" + new String(value, StandardCharsets.UTF_8) + "'; understood is '"
                            + new String(expected, StandardCharsets.UTF_8) + "'");
        }
    }

    /** Without an id no reader could tell a copy of the message from another message. A record that is read again gets the same one. */
    private void provideId(ConsumerRecord<?, ?> record) {
        byte[] id = utf8("record-" + record.partition() + "-" + record.offset() + "-" + record.timestamp());
        int index = names.indexOf("id");
        if (index < 0) {
            names.add("id");
            values.add(id);
        } else if (values.get(index).length == 0) {
            values.set(index, id);
        }
    }

    private void writeAttributes(LineBuffer lines) {
        for (int i = 0; i < names.size(); i++) {
            lines.attribute(names.get(i), values.get(i));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
