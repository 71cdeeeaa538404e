package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.testkit.FuzzedMessage;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record is refused with a reason, or is a job, and the same for a reply; written again it is read as the same one, and says what the
 * headers of the record said.
 */
final class JobRecordsFuzz {

    private JobRecordsFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedMessage message = FuzzedMessage.of(input);
        ConsumerRecord<byte[], byte[]> entry = new ConsumerRecord<>("requests", 0, 0, null, message.body());
        message.headers().forEach((name, value) -> entry.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        checkJob(entry, message);
        checkReply(entry);
    }

    private static void checkJob(ConsumerRecord<byte[], byte[]> entry, FuzzedMessage message) {
        Job job;
        try {
            job = JobRecords.job(entry);
        } catch (IllegalArgumentException e) {
            FuzzedMessage.assertIsAReason(e);
            return;
        }
        assertThat(Long.parseLong(message.headers().get("attempt"))).isEqualTo(job.attempt());
        assertThat(job.body()).isEqualTo(message.body());

        Job again = JobRecords.job(received(JobRecords.of(job, "requests", 0)));

        assertThat(again).usingRecursiveComparison().isEqualTo(job);
    }

    private static void checkReply(ConsumerRecord<byte[], byte[]> entry) {
        Reply reply;
        ProducerRecord<byte[], byte[]> written;
        try {
            reply = JobRecords.reply(entry);
            written = JobRecords.of(reply, String.valueOf(JobRecords.address(entry)), "replies");
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).{5,}");
            return;
        }

        ConsumerRecord<byte[], byte[]> again = received(written);

        assertThat(JobRecords.address(again)).isEqualTo(JobRecords.address(entry));
        assertThat(JobRecords.reply(again)).usingRecursiveComparison().isEqualTo(reply);
    }

    private static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> sent) {
        ConsumerRecord<byte[], byte[]> entry =
                new ConsumerRecord<>(sent.topic(), sent.partition(), 0, null, sent.value());
        sent.headers().forEach(entry.headers()::add);
        return entry;
    }
}
