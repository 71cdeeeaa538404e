package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localservicebus.broker.StoreLog;
import io.dronedelivery.localservicebus.broker.StoredMessage;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Decodes the output of a {@link RecordWriter} into another log. */
final class RecordReader {
    private final AmqpCodec codec;
    private final StoreLog target;
    private final List<String> entities = new ArrayList<>();

    RecordReader(AmqpCodec codec, StoreLog target) {
        this.codec = codec;
        this.target = target;
    }

    void read(byte[] payload) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
        while (in.available() > 0) {
            RecordType type = RecordType.numbered(in.readByte());
            int number = in.readInt();
            if (type == RecordType.ENTITY) {
                entities.add(number, text(in));
            } else {
                read(type, entities.get(number), in);
            }
        }
    }

    private void read(RecordType type, String entity, DataInputStream in) throws IOException {
        switch (type) {
            case ADDED -> target.added(entity, message(in));
            case REMOVED -> target.removed(entity, in.readLong());
            case CHANGED ->
                target.changed(entity, in.readLong(), in.readInt(), StoredMessage.State.numbered(in.readByte()));
            case SEQUENCE -> target.sequence(entity, in.readLong());
            case SESSION_STATE -> {
                String session = text(in);
                int length = in.readInt();
                target.sessionState(entity, session, length < 0 ? null : bytes(in, length));
            }
            case SEEN -> target.seen(entity, text(in), in.readLong());
            case RULE_ADDED -> target.ruleAdded(entity, RuleJson.decode(bytes(in, in.readInt())));
            case RULE_REMOVED -> target.ruleRemoved(entity, text(in));
            case QUEUE_DEFINED -> target.queueDefined(entity, SettingsJson.queue(bytes(in, in.readInt())));
            case TOPIC_DEFINED -> target.topicDefined(entity, SettingsJson.topic(bytes(in, in.readInt())));
            case SUBSCRIPTION_DEFINED ->
                target.subscriptionDefined(entity, text(in), SettingsJson.queue(bytes(in, in.readInt())));
            case DELETED -> target.deleted(entity);
            case ENTITY -> throw new IllegalStateException("handled before");
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in, in.readInt()), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in, int length) throws IOException {
        if (length < 0 || length > in.available()) {
            throw new IOException("A record says %d bytes where %d are left".formatted(length, in.available()));
        }
        return in.readNBytes(length);
    }

    private StoredMessage message(DataInputStream in) throws IOException {
        long sequence = in.readLong();
        long enqueuedSequence = in.readLong();
        long enqueuedAt = in.readLong();
        long timeToLive = in.readLong();
        String source = text(in);
        StoredMessage.State state = StoredMessage.State.numbered(in.readByte());
        int deliveryCount = in.readInt();
        byte[] content = bytes(in, in.readInt());
        return new StoredMessage(
                AmqpMessage.parse(content, 0, content.length, codec),
                sequence,
                enqueuedSequence,
                enqueuedAt,
                timeToLive,
                source.isEmpty() ? null : source,
                state,
                deliveryCount);
    }
}
