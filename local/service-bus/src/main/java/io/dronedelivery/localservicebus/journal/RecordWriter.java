package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localjournal.Frame;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.StoreLog;
import io.dronedelivery.localservicebus.broker.StoredMessage;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Encodes changes and hands over all changes of a round in one frame. One writer belongs to one file, because it numbers the entities. */
final class RecordWriter implements StoreLog {
    private interface Fields {
        void write(DataOutputStream out) throws IOException;
    }

    /** Limits the size of one piece, for a long queue of large messages. */
    private static final int LARGE = 1024 * 1024;

    private final AmqpCodec codec;
    private final Consumer<ByteBuffer> sink;
    private final Map<String, Integer> entities = new HashMap<>();
    private final Frame frame = new Frame();

    RecordWriter(AmqpCodec codec, Consumer<ByteBuffer> sink) {
        this.codec = codec;
        this.sink = sink;
    }

    @Override
    public void added(String entity, StoredMessage message) {
        byte[] content = message.content().encoded(codec);
        String source = message.deadLetterSource();
        record(RecordType.ADDED, entity, to -> {
            to.writeLong(message.sequence());
            to.writeLong(message.enqueuedSequence());
            to.writeLong(message.enqueuedAt());
            to.writeLong(message.timeToLive());
            writeText(to, source == null ? "" : source);
            to.writeByte(message.state().number());
            to.writeInt(message.deliveryCount());
            to.writeInt(content.length);
            to.write(content);
        });
    }

    @Override
    public void removed(String entity, long sequence) {
        record(RecordType.REMOVED, entity, to -> to.writeLong(sequence));
    }

    @Override
    public void changed(String entity, long sequence, int deliveryCount, StoredMessage.State state) {
        record(RecordType.CHANGED, entity, to -> {
            to.writeLong(sequence);
            to.writeInt(deliveryCount);
            to.writeByte(state.number());
        });
    }

    @Override
    public void sequence(String entity, long last) {
        record(RecordType.SEQUENCE, entity, to -> to.writeLong(last));
    }

    @Override
    public void sessionState(String entity, String sessionId, byte @Nullable [] state) {
        record(RecordType.SESSION_STATE, entity, to -> {
            writeText(to, sessionId);
            to.writeInt(state == null ? -1 : state.length);
            to.write(state == null ? new byte[0] : state);
        });
    }

    @Override
    public void seen(String entity, String messageId, long atMillis) {
        record(RecordType.SEEN, entity, to -> {
            writeText(to, messageId);
            to.writeLong(atMillis);
        });
    }

    @Override
    public void ruleAdded(String subscription, Rule rule) {
        record(RecordType.RULE_ADDED, subscription, to -> writeBytes(to, RuleJson.encode(rule)));
    }

    @Override
    public void ruleRemoved(String subscription, String name) {
        record(RecordType.RULE_REMOVED, subscription, to -> writeText(to, name));
    }

    @Override
    public void queueDefined(String name, QueueSettings settings) {
        record(RecordType.QUEUE_DEFINED, name, to -> writeBytes(to, SettingsJson.encode(settings)));
    }

    @Override
    public void topicDefined(String name, TopicSettings settings) {
        record(RecordType.TOPIC_DEFINED, name, to -> writeBytes(to, SettingsJson.encode(settings)));
    }

    @Override
    public void subscriptionDefined(String topic, String name, QueueSettings settings) {
        record(RecordType.SUBSCRIPTION_DEFINED, topic, to -> {
            writeText(to, name);
            writeBytes(to, SettingsJson.encode(settings));
        });
    }

    @Override
    public void deleted(String path) {
        record(RecordType.DELETED, path, to -> {});
    }

    private void record(RecordType type, String entity, Fields fields) {
        try {
            DataOutputStream out = frame.records();
            int number = number(entity, out);
            out.writeByte(type.number());
            out.writeInt(number);
            fields.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("a record could not be encoded", e);
        }
    }

    private int number(String entity, DataOutputStream out) throws IOException {
        Integer known = entities.get(entity);
        if (known != null) {
            return known;
        }
        int number = entities.size();
        entities.put(entity, number);
        out.writeByte(RecordType.ENTITY.number());
        out.writeInt(number);
        writeText(out, entity);
        return number;
    }

    /** Writes text without the 64 KiB limit of {@link DataOutputStream#writeUTF}: a client may choose ids of any length. */
    private static void writeText(DataOutputStream to, String text) throws IOException {
        writeBytes(to, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void writeBytes(DataOutputStream to, byte[] bytes) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    /** Forgets the changes only after they are written. Until then every flush fails and nothing is acknowledged. */
    @Override
    public void flush() {
        if (frame.size() > 0) {
            sink.accept(frame.toBytes());
            frame.reset();
        }
    }

    @Override
    public void flushIfLarge() {
        if (frame.size() >= LARGE) {
            flush();
        }
    }
}
