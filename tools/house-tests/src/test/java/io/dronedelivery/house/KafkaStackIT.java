package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.StackProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stack with Kafka in place of Service Bus. */
class KafkaStackIT {

    @TempDir
    private Path temporary;

    @Test
    void delivery_that_is_asked_for_is_flown_and_billed_over_kafka() throws Exception {
        try (StackProcess stack = StackProcess.start(
                        temporary, "--local.broker=kafka", "--local.sample.deliveries=600", "--local.sample.owners=5")
                .awaitReady()) {
            assertThat(stack.text()).contains("Kafka").doesNotContain("Service Bus");

            PostedDelivery.assertIsFlownAndBilled(stack.url("gateway"), "newcomer");
            PostedDelivery.assertIsOneTransaction(stack.url("gateway"), stack.url("insights"));

            assertThat(Http.get(stack.url("insights") + "api/transactions?show=failed&minutes=30")
                            .json())
                    .as("what the launcher tried out, which is no delivery, is not shown as a request that failed")
                    .noneMatch(request -> request.path("name").asString("").startsWith("POST")
                            && request.path("resultCode").asString("").startsWith("4"));

            DeadLetter.assertIsMendedAndBilledOnce(stack);

            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }
    }
}
