package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.StackProcess;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stack with Kafka in place of Service Bus, with an issuer, and its state in a directory. */
@Tag("whole")
class KafkaStackIT {

    /** What a busy machine may answer to the delivery that is asked for below, which is asked for again then. */
    private static final Set<String> IN_VAIN_FOR_NOW = Set.of("503", "504");

    @TempDir
    private Path temporary;

    @TempDir
    private Path telemetry;

    @TempDir
    private Path state;

    @Test
    void delivery_is_flown_and_billed_a_drone_is_followed_over_kafka_and_keys_are_kept() throws Exception {
        try (StackProcess stack = StackProcess.startPacked(
                        temporary,
                        "--local.broker=kafka",
                        "--local.auth=on",
                        "--local.data-dir=" + state,
                        "--local.sample.deliveries=600",
                        "--local.sample.owners=5",
                        "--drone.telemetry.enabled=true",
                        "--drone.telemetry.archive.directory=" + telemetry)
                .awaitReady()) {
            assertThat(stack.text()).contains("Kafka").doesNotContain("Service Bus");
            stack.assertStartedWithoutWarning();

            PostedDelivery.assertIsFlownAndBilled(
                    TokenClient.ofOwner(stack, "newcomer"), stack.url("gateway"), "newcomer");
            PostedDelivery.assertIsOneTransaction(
                    TokenClient.ofOwner(stack, "traced"), stack.url("gateway"), stack.url("insights"));

            assertThat(Http.get(stack.url("insights") + "api/transactions?show=failed")
                            .json()
                            .path("rows"))
                    .as("what the launcher tried out is not shown as a request that failed")
                    .noneMatch(request -> request.path("name").asString("").startsWith("POST")
                            && !IN_VAIN_FOR_NOW.contains(
                                    request.path("resultCode").asString("")));

            DeadLetter.assertIsMendedAndBilledOnce(stack, TokenClient.ofOperator(stack));

            DronePosition.assertIsKnownAtTheGateway(stack, TokenClient.ofOwner(stack, "newcomer"));

            assertThat(state.resolve("auth/signing-keys.json")).exists();
            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }
    }
}
