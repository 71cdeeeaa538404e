package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServiceBusReceiverTest extends ReceiverContract {

    /** The longest that there is: a receiver that a busy machine holds up keeps its lanes, so that no message comes twice. */
    private static final Duration LOCK = Duration.ofMinutes(5);

    @RegisterExtension
    static final LocalServiceBusExtension bus = LocalServiceBusExtension.with(options -> options.topic(
            CHANNEL,
            topic -> topic.subscription(
                    GROUP, subscription -> subscription.requiresSession(true).lockDuration(LOCK))));

    @Override
    Map<String, Object> properties() {
        return Map.of(
                "messaging.broker",
                "servicebus",
                "spring.cloud.azure.servicebus.connection-string",
                bus.connectionString(),
                "messaging.servicebus.consumer.lock-duration",
                LOCK,
                "messaging.servicebus.emulator-connection-limit",
                0);
    }

    @Override
    List<String> options() {
        return List.of("--broker=servicebus", "--address=" + bus.connectionString());
    }

    @Test
    void a_topic_that_does_not_exist_is_told_with_the_messages_that_failed() {
        Simulator.Result result =
                Simulator.run(arguments("--channel=nowhere", "--count=2", "--timeout=2s", "--format=json"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.report().path("failed").asInt()).isEqualTo(2);
        assertThat(result.report().path("failures").propertyNames())
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason).contains("nowhere"));
    }
}
