package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.messaging.testkit.SharedKafka;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.extension.RegisterExtension;

class KafkaDeadLettersTest extends DeadLetterContract {

    @RegisterExtension
    static final SharedKafka kafka = new SharedKafka();

    @Override
    Map<String, Object> broker() {
        return Map.of(
                "messaging.broker",
                "kafka",
                "messaging.kafka.bootstrap-servers",
                kafka.bootstrapServers(),
                "messaging.kafka.topics.partitions",
                4,
                "messaging.kafka.topics.replication-factor",
                1,
                "messaging.kafka.consumer.properties[heartbeat.interval.ms]",
                200,
                "messaging.kafka.consumer.properties[session.timeout.ms]",
                20000);
    }

    /** The record of what was handled does not fit into its topic. */
    @Override
    void failRemovals() {
        limitRecords("10");
        eventually()
                .untilAsserted(() -> assertThatThrownBy(this::probe).hasCauseInstanceOf(RecordTooLargeException.class));
    }

    @Override
    void allowRemovals() {
        limitRecords("100000");
    }

    private String handled() {
        return CRASHES + "." + WORKERS + ".dead-letters.handled";
    }

    private void limitRecords(String bytes) {
        AlterConfigOp limit = new AlterConfigOp(new ConfigEntry("max.message.bytes", bytes), AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(client())) {
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, handled()), List.of(limit)))
                    .all()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }

    private RecordMetadata probe() throws ExecutionException, InterruptedException {
        byte[] probe = "a probe of a record that is too large".getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client(), new ByteArraySerializer(), new ByteArraySerializer())) {
            return producer.send(new ProducerRecord<>(handled(), probe, probe)).get();
        }
    }

    private static Map<String, Object> client() {
        return Map.of("bootstrap.servers", kafka.bootstrapServers());
    }

    @Override
    boolean idIsPlace() {
        return true;
    }
}
