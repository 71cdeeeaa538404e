package io.dronedelivery.localservicebus.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A message as its sender encoded it. Header and annotations are decoded, because the broker writes its own. Properties and application
 * properties are decoded on demand. The body is never decoded: its bytes are sent unchanged.
 */
public final class AmqpMessage {
    /** The message format of a batch: its data sections hold one encoded message each. */
    public static final int BATCH_FORMAT = 0x80013700;

    private static final Symbol SCHEDULED_ENQUEUE_TIME = Symbol.valueOf("x-opt-scheduled-enqueue-time");

    private final byte[] bytes;
    private final int end;
    private final int bare;
    private final int propertiesEnd;
    private final int body;
    private final Header header;
    private final Map<Symbol, Object> annotations;
    private final int annotationBytes;
    private @Nullable Properties properties;
    private @Nullable Map<String, Object> applicationProperties;

    private AmqpMessage(
            byte[] bytes,
            int end,
            MessageLayout layout,
            Header header,
            Map<Symbol, Object> annotations,
            int annotationBytes) {
        this.bytes = bytes;
        this.end = end;
        this.bare = layout.bare;
        this.propertiesEnd = layout.propertiesEnd;
        this.body = layout.body;
        this.header = header;
        this.annotations = annotations;
        this.annotationBytes = annotationBytes;
    }

    /**
     * Reads one encoded message. The array is stored, not copied. Sections that are decoded on demand are also decoded here once as a
     * check. So an accepted message can always be read and written when it is routed, expires or is dead-lettered.
     *
     * @throws MalformedMessageException when a section but the body is broken, or a section is out of order
     * @throws UnsupportedValueException when an annotation or application property could not be written again
     */
    public static AmqpMessage parse(byte[] bytes, int offset, int length, AmqpCodec codec) {
        return parse(bytes, offset, length, codec, false);
    }

    private static AmqpMessage parse(byte[] bytes, int offset, int length, AmqpCodec codec, boolean sent) {
        SectionScanner sections = new SectionScanner(bytes, offset, length);
        MessageLayout layout = new MessageLayout(offset + length);
        Header header = NO_HEADER;
        Map<Symbol, Object> annotations = Map.of();
        int annotationBytes = 0;
        int previous = 0;
        while (sections.advance()) {
            int section = sections.section();
            boolean repeatable = section == SectionScanner.DATA || section == SectionScanner.AMQP_SEQUENCE;
            if (section < previous || (section == previous && !repeatable)) {
                throw new MalformedMessageException("message section 0x%02x is out of order".formatted(section));
            }
            previous = section;
            layout.note(sections);
            if (section == SectionScanner.HEADER && !sections.isEmpty()) {
                header = codec.decode(bytes, sections.start(), sections.end() - sections.start(), Header.class);
            } else if (section == SectionScanner.MESSAGE_ANNOTATIONS && !sections.isEmpty()) {
                annotations = withoutBrokerOwned(codec.decode(
                                bytes, sections.start(), sections.end() - sections.start(), MessageAnnotations.class)
                        .getValue());
                annotationBytes = annotations.isEmpty() ? 0 : sections.end() - sections.start();
            }
        }
        AmqpMessage message = new AmqpMessage(bytes, offset + length, layout, header, annotations, annotationBytes);
        message.decodeProperties(codec);
        WritableValues.check(annotations, codec);
        Map<String, Object> decoded = message.decodeApplicationProperties(codec);
        if (sent) {
            PropertyLimits.check(decoded);
        }
        WritableValues.check(decoded, codec);
        return message;
    }

    /**
     * Reads a message that a client sends, which has limits that stored messages do not have.
     *
     * @throws MalformedMessageException as {@link #parse}
     * @throws UnsupportedValueException as {@link #parse}
     * @throws RefusedPropertyException when Service Bus does not accept an application property
     */
    public static AmqpMessage parseSent(byte[] bytes, AmqpCodec codec) {
        return parse(bytes, 0, bytes.length, codec, true);
    }

    /**
     * Splits a batch into its messages.
     *
     * @throws MalformedMessageException when the batch or one of its messages is broken; then none is returned
     * @throws UnsupportedValueException as {@link #parse}
     * @throws RefusedPropertyException as {@link #parseSent}
     */
    public static List<AmqpMessage> parseBatch(byte[] bytes, AmqpCodec codec) {
        List<AmqpMessage> messages = new ArrayList<>();
        SectionScanner sections = new SectionScanner(bytes, 0, bytes.length);
        while (sections.advance()) {
            if (sections.section() == SectionScanner.DATA) {
                // A copy, so that the last remaining message does not keep the whole batch in memory.
                byte[] message = Arrays.copyOfRange(bytes, sections.binaryStart(), sections.end());
                messages.add(parseSent(message, codec));
            }
        }
        if (messages.isEmpty()) {
            throw new MalformedMessageException("a batch must hold at least one message");
        }
        return messages;
    }

    /** Whether the sender requested durability; informative only. */
    boolean durable() {
        return Boolean.TRUE.equals(header.getDurable());
    }

    int priority() {
        return header.getPriority() == null ? 4 : header.getPriority().intValue();
    }

    /** Time to live in milliseconds, or a negative number when the sender set none. */
    public long timeToLiveMillis() {
        UnsignedInteger ttl = header.getTtl();
        return ttl == null ? -1 : ttl.longValue();
    }

    /** The requested time of visibility, in epoch milliseconds; 0 for at once. */
    public long scheduledEnqueueMillis() {
        return annotations.get(SCHEDULED_ENQUEUE_TIME) instanceof Date date ? date.getTime() : 0;
    }

    /** The sender's message annotations, without those that only the broker sets. */
    public Map<Symbol, Object> annotations() {
        return annotations;
    }

    /** Number of bytes that the broker stores, including annotations. */
    public int size() {
        return bareSize() + annotationBytes;
    }

    /** Number of bytes from the properties to the footer. */
    int bareSize() {
        return end - bare;
    }

    /** The properties section, or an empty one. Callers must not change it. */
    public Properties properties(AmqpCodec codec) {
        if (properties == null) {
            properties = decodeProperties(codec);
        }
        return properties;
    }

    private Properties decodeProperties(AmqpCodec codec) {
        if (propertiesEnd == bare) {
            return new Properties();
        }
        Properties decoded = codec.decode(bytes, bare, propertiesEnd - bare, Properties.class);
        requireId("message-id", decoded.getMessageId());
        requireId("correlation-id", decoded.getCorrelationId());
        return decoded;
    }

    /** AMQP 1.0, part 3.2.11 to 3.2.14. */
    private static void requireId(String field, @Nullable Object id) {
        boolean allowed = id == null
                || id instanceof String
                || id instanceof UnsignedLong
                || id instanceof UUID
                || id instanceof Binary;
        if (!allowed) {
            throw new MalformedMessageException(field + " must be a string, an unsigned long, a UUID or a binary");
        }
    }

    /** The application properties; empty without any. Callers must not change them. */
    public Map<String, Object> applicationProperties(AmqpCodec codec) {
        if (applicationProperties == null) {
            applicationProperties = decodeApplicationProperties(codec);
        }
        return applicationProperties;
    }

    private Map<String, Object> decodeApplicationProperties(AmqpCodec codec) {
        if (body == propertiesEnd) {
            return Map.of();
        }
        Map<String, Object> value = codec.decode(
                        bytes, propertiesEnd, body - propertiesEnd, ApplicationProperties.class)
                .getValue();
        return value == null ? Map.of() : value;
    }

    public @Nullable String messageId(AmqpCodec codec) {
        Object id = properties(codec).getMessageId();
        return id == null ? null : id.toString();
    }

    public @Nullable String sessionId(AmqpCodec codec) {
        return properties(codec).getGroupId();
    }

    /** A copy with other properties and application properties. Header, annotations and body stay. */
    public AmqpMessage with(Properties newProperties, Map<String, Object> newApplicationProperties, AmqpCodec codec) {
        byte[] first = codec.encode(newProperties);
        byte[] second = newApplicationProperties.isEmpty()
                ? new byte[0]
                : codec.encode(new ApplicationProperties(newApplicationProperties));
        byte[] rebuilt = new byte[first.length + second.length + end - body];
        System.arraycopy(first, 0, rebuilt, 0, first.length);
        System.arraycopy(second, 0, rebuilt, first.length, second.length);
        System.arraycopy(bytes, body, rebuilt, first.length + second.length, end - body);
        MessageLayout layout = new MessageLayout(rebuilt.length);
        layout.bare = 0;
        layout.propertiesEnd = first.length;
        layout.body = first.length + second.length;
        return new AmqpMessage(rebuilt, rebuilt.length, layout, header, annotations, annotationBytes);
    }

    /** A copy with these entries added to the application properties or replaced in them. */
    public AmqpMessage withApplicationProperties(Map<String, Object> changes, AmqpCodec codec) {
        if (changes.isEmpty()) {
            return this;
        }
        Map<String, Object> merged = new LinkedHashMap<>(applicationProperties(codec));
        merged.putAll(changes);
        return with(properties(codec), merged, codec);
    }

    /** The message in a form that {@link #parse} reads: the sender's sections without the broker's annotations. */
    public byte[] encoded(AmqpCodec codec) {
        byte[] head = header == NO_HEADER ? new byte[0] : codec.encode(header);
        byte[] notes = annotations.isEmpty() ? new byte[0] : codec.encode(new MessageAnnotations(annotations));
        byte[] encoded = new byte[head.length + notes.length + bareSize()];
        System.arraycopy(head, 0, encoded, 0, head.length);
        System.arraycopy(notes, 0, encoded, head.length, notes.length);
        copyBareTo(encoded, head.length + notes.length);
        return encoded;
    }

    void copyBareTo(byte[] target, int at) {
        System.arraycopy(bytes, bare, target, at, bareSize());
    }

    private static Map<Symbol, Object> withoutBrokerOwned(@Nullable Map<Symbol, Object> sent) {
        if (sent == null) {
            return Map.of();
        }
        Map<Symbol, Object> kept = new HashMap<>(sent);
        kept.keySet().removeAll(BrokerAnnotations.OWNED);
        return kept;
    }

    private static final Header NO_HEADER = new Header();
}
