package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.plaintext.PlainText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Writes the records that a subscription does not accept to the topic {@code <channel>.<group>.dead-letters}. The records stay unchanged,
 * with added headers for the reason and the origin. A record that would be too large loses its data. If that is not enough, it loses its
 * own headers, and at last its key except the beginning. Any thread may call it.
 */
public final class DeadLetterWriter {

    /** The suffix of the names of all dead-letter topics. */
    static final String SUFFIX = ".dead-letters";

    /** After the name of a dead-letter topic: the suffix of the topic that records which of its dead letters were handled. */
    public static final String HANDLED_SUFFIX = ".handled";

    public static final String REASON = "dead-letter-reason";
    public static final String DESCRIPTION = "dead-letter-description";
    public static final String TOPIC = "dead-letter-original-topic";
    public static final String PARTITION = "dead-letter-original-partition";
    public static final String OFFSET = "dead-letter-original-offset";
    public static final String ATTEMPTS = "dead-letter-attempts";

    /** How many bytes of the record were left out, because with these headers it would have been larger than Kafka accepts. */
    public static final String OMITTED = "dead-letter-omitted-bytes";

    /** The SHA-256 of the complete key, in hexadecimal digits, when only the beginning was kept. */
    public static final String KEY_HASH = "dead-letter-key-sha256";

    private static final int LONGEST_DESCRIPTION = 2_000;
    private static final int LONGEST_KEY = 1_000;

    private final String topic;
    private final RecordSender sender;

    public DeadLetterWriter(EventSubscription subscription, RecordSender sender) {
        this.topic = topicOf(subscription);
        this.sender = sender;
    }

    public static String topicOf(EventSubscription subscription) {
        return subscription.name() + SUFFIX;
    }

    /** Completes when the broker has the dead letter. */
    public Mono<Void> add(ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why) {
        return sender.send(whole(record, why))
                .onErrorResume(DeadLetterWriter::isTooLarge, failure -> sender.send(withoutData(record, why)))
                .onErrorResume(DeadLetterWriter::isTooLarge, failure -> sender.send(withoutDataAndHeaders(record, why)))
                .onErrorResume(DeadLetterWriter::isTooLarge, failure -> withShortKey(record, why, failure));
    }

    private static boolean isTooLarge(Throwable failure) {
        return SendFailure.of(failure) == SendFailure.TOO_LARGE;
    }

    private ProducerRecord<byte[], byte[]> whole(ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why) {
        return letter(record.key(), explained(new RecordHeaders(record.headers()), record, why), record.value());
    }

    private ProducerRecord<byte[], byte[]> withoutData(ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why) {
        return shortened(record, record.key(), new RecordHeaders(record.headers()), why, dataBytes(record));
    }

    private ProducerRecord<byte[], byte[]> withoutDataAndHeaders(
            ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why) {
        return shortened(
                record, record.key(), new RecordHeaders(), why, dataBytes(record) + headerBytes(record.headers()));
    }

    /** Without this a record with a key that is too large would block its partition forever. */
    private Mono<Void> withShortKey(ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why, Throwable tooLarge) {
        byte @Nullable [] key = record.key();
        if (key == null || key.length <= LONGEST_KEY) {
            return Mono.error(tooLarge);
        }
        Headers headers = new RecordHeaders();
        put(headers, KEY_HASH, sha256(key));
        return sender.send(shortened(
                record,
                Arrays.copyOf(key, LONGEST_KEY),
                headers,
                why,
                dataBytes(record) + headerBytes(record.headers()) + key.length - LONGEST_KEY));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has it", e);
        }
    }

    private ProducerRecord<byte[], byte[]> shortened(
            ConsumerRecord<byte[], byte[]> record,
            byte @Nullable [] key,
            Headers kept,
            Outcome.DeadLetter why,
            int omittedBytes) {
        Headers headers = explained(kept, record, why);
        put(headers, OMITTED, Integer.toString(omittedBytes));
        return letter(key, headers, null);
    }

    private static int dataBytes(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? 0 : record.value().length;
    }

    private static int headerBytes(Headers headers) {
        int bytes = 0;
        for (Header header : headers) {
            byte[] value = header.value();
            bytes += header.key().getBytes(StandardCharsets.UTF_8).length + (value == null ? 0 : value.length);
        }
        return bytes;
    }

    private ProducerRecord<byte[], byte[]> letter(byte @Nullable [] key, Headers headers, byte @Nullable [] value) {
        return new ProducerRecord<>(topic, null, key, value, headers);
    }

    private static Headers explained(Headers headers, ConsumerRecord<byte[], byte[]> record, Outcome.DeadLetter why) {
        put(headers, REASON, why.reason());
        put(headers, DESCRIPTION, shortened(why.description()));
        put(headers, TOPIC, record.topic());
        put(headers, PARTITION, Integer.toString(record.partition()));
        put(headers, OFFSET, Long.toString(record.offset()));
        put(headers, ATTEMPTS, Integer.toString(why.attempts()));
        return headers;
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_DESCRIPTION ? text : PlainText.cut(text, LONGEST_DESCRIPTION) + "...";
    }

    /** Replaces the header of a record that has been a dead letter before. */
    private static void put(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
