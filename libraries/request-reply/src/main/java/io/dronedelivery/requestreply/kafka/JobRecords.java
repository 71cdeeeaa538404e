package io.dronedelivery.requestreply.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Jobs and replies as records: the body is the value, and the other parts are text headers. */
final class JobRecords {

    private static final String JOB_ID = "job-id";
    private static final String REPLY_TO = "reply-to";
    private static final String ATTEMPT = "attempt";
    private static final String ENQUEUED_AT = "enqueued-at";
    private static final String EXPIRES_AT = "expires-at";
    private static final String CODE = "code";
    private static final String MESSAGE = "message";

    private JobRecords() {}

    static ProducerRecord<byte[], byte[]> of(Job job, String topic, int partition) {
        ProducerRecord<byte[], byte[]> entry = new ProducerRecord<>(topic, partition, null, job.body());
        put(entry.headers(), JOB_ID, job.id());
        put(entry.headers(), REPLY_TO, job.replyTo());
        put(entry.headers(), ATTEMPT, Integer.toString(job.attempt()));
        put(entry.headers(), ENQUEUED_AT, Long.toString(job.enqueuedAt().toEpochMilli()));
        put(entry.headers(), EXPIRES_AT, Long.toString(job.expiresAt().toEpochMilli()));
        job.trace().forEach((name, value) -> put(entry.headers(), name, value));
        return entry;
    }

    /** @throws IllegalArgumentException when the record is no job; its message names the header */
    static Job job(ConsumerRecord<byte[], byte[]> entry) {
        Headers headers = entry.headers();
        return new Job(
                required(headers, JOB_ID),
                required(headers, REPLY_TO),
                body(entry),
                attempt(headers),
                Instant.ofEpochMilli(number(headers, ENQUEUED_AT)),
                Instant.ofEpochMilli(number(headers, EXPIRES_AT)),
                Job.traceIn(name -> text(headers, name)));
    }

    /**
     * A record for the partition that the address begins with.
     *
     * @throws IllegalArgumentException when it does not begin with one
     */
    static ProducerRecord<byte[], byte[]> of(Reply reply, String replyTo, String topic) {
        int partition = Integer.parseInt(replyTo.split("/", 2)[0]);
        ProducerRecord<byte[], byte[]> entry = new ProducerRecord<>(topic, partition, null, reply.body());
        put(entry.headers(), JOB_ID, reply.jobId());
        put(entry.headers(), REPLY_TO, replyTo);
        if (reply instanceof Reply.Failure failure) {
            put(entry.headers(), CODE, failure.code());
            put(entry.headers(), MESSAGE, failure.message());
        }
        return entry;
    }

    /** The address of a reply; null when there is none. */
    static @Nullable String address(ConsumerRecord<byte[], byte[]> entry) {
        return text(entry.headers(), REPLY_TO);
    }

    static Reply reply(ConsumerRecord<byte[], byte[]> entry) {
        Headers headers = entry.headers();
        return Reply.of(required(headers, JOB_ID), body(entry), text(headers, CODE), text(headers, MESSAGE));
    }

    private static byte[] body(ConsumerRecord<byte[], byte[]> entry) {
        byte[] value = entry.value();
        return value == null ? new byte[0] : value;
    }

    private static void put(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    private static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        byte[] value = header == null ? null : header.value();
        return value == null ? null : new String(value, UTF_8);
    }

    private static String required(Headers headers, String name) {
        String text = text(headers, name);
        if (text == null) {
            throw new IllegalArgumentException("The header " + name + " is missing");
        }
        return text;
    }

    private static int attempt(Headers headers) {
        long attempt = number(headers, ATTEMPT);
        if (attempt < 1 || attempt > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("The header " + ATTEMPT + " is beyond all attempts: " + attempt);
        }
        return (int) attempt;
    }

    private static long number(Headers headers, String name) {
        String text = required(headers, name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The header " + name + " is no whole number: " + text, e);
        }
    }
}
