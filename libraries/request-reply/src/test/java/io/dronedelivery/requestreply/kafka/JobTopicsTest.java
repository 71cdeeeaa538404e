package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dronedelivery.messaging.testkit.SharedKafka;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobTopicsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    @Test
    void all_questions_go_over_one_client_until_the_end() {
        KafkaJobSettings settings = new KafkaJobSettings(
                Map.of("bootstrap.servers", KAFKA.bootstrapServers()), "asked-requests", "asked-replies", 2, (short) 1);
        AtomicInteger made = new AtomicInteger();
        JobTopics topics = new JobTopics(settings, () -> {
            made.incrementAndGet();
            return Admin.create(settings.clients());
        });

        assertThat(topics.ensure().block(PATIENCE)).isEqualTo(2);
        assertThat(topics.depth().block(PATIENCE)).isZero();
        assertThat(topics.depth().block(PATIENCE)).isZero();
        topics.close().block(PATIENCE);

        assertThat(made).hasValue(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> topics.depth().block(PATIENCE))
                .withMessage("The queue is closed");
    }
}
