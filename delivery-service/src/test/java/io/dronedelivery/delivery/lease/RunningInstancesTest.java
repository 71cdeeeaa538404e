package io.dronedelivery.delivery.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RunningInstancesTest {

    private static final Duration DURATION = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void an_instance_is_running_for_a_lease_s_duration_after_each_renewal(String partitionKey) {
        try (RunningService service = DeliveryService.start(partitionKey, o -> o.partitions(2))) {
            DocumentContainer container = service.bean(DocumentContainer.class);
            RunningInstances one = new RunningInstances(container, "one", DURATION);
            RunningInstances two = new RunningInstances(container, "two", DURATION);
            assertThat(two.isRunning("one", Instant.EPOCH).block()).isFalse();

            one.renew().block();
            Instant first = time(container);
            one.renew().block();
            Instant second = time(container);

            assertThat(second).isAfterOrEqualTo(first);
            assertThat(two.isRunning("one", second).block()).isTrue();
            assertThat(two.isRunning("one", second.plus(DURATION).plusSeconds(1))
                            .block())
                    .isTrue();
            assertThat(two.isRunning("one", second.plus(DURATION).plusSeconds(2))
                            .block())
                    .isFalse();
            assertThat(one.isRunning("two", second).block()).isFalse();
            assertThat(document(container).get("ttl").asLong()).isEqualTo(3630);
        }
    }

    /** The database's time of the last renewal. */
    private static Instant time(DocumentContainer container) {
        return Instant.ofEpochSecond(document(container).get("_ts").asLong());
    }

    private static JsonNode document(DocumentContainer container) {
        return container
                .read("instance:one", "instance:one", JsonNode.class)
                .block()
                .value();
    }
}
