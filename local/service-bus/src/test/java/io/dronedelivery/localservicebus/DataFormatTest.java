package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFormatTest {
    @TempDir
    private Path directory;

    private void entities(LocalServiceBusOptions options) {
        options.queue("q", q -> q.duplicateDetection(Duration.ofMinutes(5)))
                .queue("s", q -> q.requiresSession(true))
                .topic("t", t -> t.subscription("all"))
                .dataDirectory(directory);
    }

    /** It holds what was sent, abandoned, deferred and dead-lettered, a session with its state, and a rule. */
    @Test
    void a_data_directory_of_the_first_format_opens_with_all_that_is_in_it() throws Exception {
        try (InputStream kept = DataFormatTest.class.getResourceAsStream("/first-format/servicebus.journal")) {
            Files.copy(kept, directory.resolve("servicebus.journal"));
        }

        for (int start = 0; start < 2; start++) {
            try (LocalServiceBus bus = LocalServiceBus.start(this::entities);
                    Clients clients = new Clients(bus::connectionString)) {
                ServiceBusReceiverClient receiver = clients.receiver("q");
                ServiceBusReceivedMessage failed = Clients.one(receiver);
                assertThat(failed.getBody().toString()).isEqualTo("failed");
                assertThat(failed.getApplicationProperties()).containsEntry("why", "engine");
                assertThat(failed.getSequenceNumber()).isEqualTo(2);
                assertThat(receiver.receiveDeferredMessage(3).getBody().toString())
                        .isEqualTo("deferred");
                ServiceBusReceivedMessage dead = Clients.one(clients.deadLetters("q"));
                assertThat(dead.getDeadLetterReason()).isEqualTo("tired");

                ServiceBusReceiverClient session =
                        clients.keep(clients.sessions("s").acceptSession("a"));
                assertThat(session.getSessionState())
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("half");
                assertThat(session.peekMessage().getBody().toString()).isEqualTo("in session");
                var rules = clients.keep(clients.builder()
                        .ruleManager()
                        .topicName("t")
                        .subscriptionName("all")
                        .buildClient());
                assertThat(rules.listRules())
                        .singleElement()
                        .satisfies(rule -> assertThat(rule.getName()).isEqualTo("big"));
            }
        }
    }
}
