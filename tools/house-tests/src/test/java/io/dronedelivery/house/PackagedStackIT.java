package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.StackProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar of the stack, started, called and stopped once. {@link WholeStackIT} calls all that it has. */
class PackagedStackIT {

    @TempDir
    private Path temporary;

    @Test
    void runnable_jar_starts_without_a_warning_answers_takes_a_delivery_and_stops() throws Exception {
        try (StackProcess stack = StackProcess.startPacked(
                        temporary,
                        "--local.auth=on",
                        "--local.insights=off",
                        "--local.sample.deliveries=600",
                        "--local.sample.owners=5")
                .awaitReady()) {
            stack.assertStartedWithoutWarning();

            TokenClient operator = TokenClient.ofOperator(stack);
            assertThat(operator.getWhole(stack.urlsToTry().get(0)).json().propertyNames())
                    .contains("invoice", "deliveries", "packages", "droneUtilization");
            PostedDelivery.assertIsFlownAndBilled(
                    TokenClient.ofOwner(stack, "newcomer"), stack.url("gateway"), "newcomer");

            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }
    }
}
