package io.dronedelivery.requestreply.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.requestreply.queue.Reply;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
