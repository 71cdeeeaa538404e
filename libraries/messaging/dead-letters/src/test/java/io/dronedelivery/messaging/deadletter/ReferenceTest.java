package io.dronedelivery.messaging.deadletter;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.servicekit.testing.ReferencePage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReferenceTest {

    private static final String CHANNEL = "described";
    private static final String GROUP = "readers";

    @RegisterExtension
    static final SharedKafka kafka = new SharedKafka();

    @RegisterExtension
    static final SharedPostgres postgres = new SharedPostgres();

    @RegisterExtension
    static final LocalServiceBusExtension bus = LocalServiceBusExtension.with(options -> options.topic(
            CHANNEL, topic -> topic.subscription(GROUP, subscription -> subscription.requiresSession(true))));

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (Instance onKafka = start(Map.of(
                        "messaging.broker", "kafka", "messaging.kafka.bootstrap-servers", kafka.bootstrapServers()));
                Instance onServiceBus = start(Map.of(
                        "messaging.broker",
                        "servicebus",
                        "spring.cloud.azure.servicebus.connection-string",
                        bus.connectionString(),
                        "messaging.servicebus.emulator-connection-limit",
                        0,
                        "messaging.dispatch.sinks",
                        "broker,postgres",
                        "messaging.dispatch.postgres.url",
                        "r2dbc:postgresql://localhost:" + postgres.port() + "/" + postgres.database(),
                        "messaging.dispatch.postgres.username",
                        SharedPostgres.USER))) {

            ReferencePage.checkLibrary(
                    "messaging.", List.of("messaging."), onKafka.allMeters(), onServiceBus.allMeters());
        }
    }

    /** An instance that has published and handled an event, because some meters have tags of what happened. */
    private static Instance start(Map<String, Object> broker) {
        Instance instance = Instance.start(broker, List.of(Workshop.working().subscription(CHANNEL, GROUP)));
        instance.publish(List.of(Workshop.broke(CHANNEL, "lamp", 1)));
        await().atMost(Duration.ofSeconds(45))
                .until(() ->
                        instance.meters().find("messaging.process.duration").timer() != null);
        return instance;
    }
}
