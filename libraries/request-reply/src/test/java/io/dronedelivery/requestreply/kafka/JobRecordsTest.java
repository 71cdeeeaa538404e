package io.dronedelivery.requestreply.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobRecordsTest {

    @ParameterizedTest
    @ValueSource(strings = {"job-id", "reply-to", "attempt", "enqueued-at", "expires-at"})
    void a_job_with_a_header_without_value_is_refused_by_the_headers_name(String name) {
        ConsumerRecord<byte[], byte[]> entry = job();
        entry.headers().add(name, null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobRecords.job(entry))
                .withMessage("The header " + name + " is missing");
    }

    @Test
    void a_trace_without_value_is_no_trace() {
        ConsumerRecord<byte[], byte[]> entry = job();
        entry.headers().add("traceparent", null);

        assertThat(JobRecords.job(entry).trace()).isEmpty();
    }

    @Test
    void a_reply_without_body_is_an_empty_answer() {
        ConsumerRecord<byte[], byte[]> entry = new ConsumerRecord<>("replies", 0, 0, null, null);
        entry.headers().add("job-id", "a".getBytes(UTF_8)).add("code", null);

        assertThat(JobRecords.reply(entry)).isInstanceOfSatisfying(Reply.Answer.class, answer -> {
            assertThat(answer.jobId()).isEqualTo("a");
            assertThat(answer.body()).isEmpty();
        });
    }

    @Test
    void a_job_is_read_as_it_was_written() {
        Job job = new Job(
                "a",
                "3/process/1",
                "work".getBytes(UTF_8),
                2,
                Instant.ofEpochMilli(1_000),
                Instant.ofEpochMilli(61_000),
                Map.of("traceparent", "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01"));

        ProducerRecord<byte[], byte[]> written = JobRecords.of(job, "requests", 5);

        assertThat(written.topic()).isEqualTo("requests");
        assertThat(written.partition()).isEqualTo(5);
        assertThat(JobRecords.job(received(written))).usingRecursiveComparison().isEqualTo(job);
    }

    @Test
    void a_failure_goes_to_the_partition_of_its_address_and_is_read_as_it_was_written() {
        Reply.Failure failure = new Reply.Failure("a", "worker-died", "It died.");

        ProducerRecord<byte[], byte[]> written = JobRecords.of(failure, "12/process/1", "replies");

        assertThat(written.topic()).isEqualTo("replies");
        assertThat(written.partition()).isEqualTo(12);
        assertThat(JobRecords.address(received(written))).isEqualTo("12/process/1");
        assertThat(JobRecords.reply(received(written))).isEqualTo(failure);
    }

    @Test
    void a_header_that_is_no_number_is_refused_by_its_name() {
        ConsumerRecord<byte[], byte[]> entry = job();
        entry.headers().add("attempt", "first".getBytes(UTF_8));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobRecords.job(entry))
                .withMessage("The header attempt is no whole number: first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4294967297", "0", "-2147483648"})
    void an_attempt_that_no_job_can_have_is_refused(String attempt) {
        ConsumerRecord<byte[], byte[]> entry = job();
        entry.headers().add("attempt", attempt.getBytes(UTF_8));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobRecords.job(entry))
                .withMessage("The header attempt is beyond all attempts: " + attempt);
    }

    private static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> sent) {
        ConsumerRecord<byte[], byte[]> entry =
                new ConsumerRecord<>(sent.topic(), sent.partition(), 0, null, sent.value());
        sent.headers().forEach(entry.headers()::add);
        return entry;
    }

    private static ConsumerRecord<byte[], byte[]> job() {
        ConsumerRecord<byte[], byte[]> entry = new ConsumerRecord<>("requests", 0, 0, null, new byte[0]);
        entry.headers()
                .add("job-id", "a".getBytes(UTF_8))
                .add("reply-to", "0/process/1".getBytes(UTF_8))
                .add("attempt", "1".getBytes(UTF_8))
                .add("enqueued-at", "1000".getBytes(UTF_8))
                .add("expires-at", "2000".getBytes(UTF_8));
        return entry;
    }
}
