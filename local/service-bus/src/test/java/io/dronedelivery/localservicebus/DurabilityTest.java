package io.dronedelivery.localservicebus;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.models.AbandonOptions;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
    @TempDir
    Path directory;

    private Path journal() {
        return directory.resolve("servicebus.journal");
    }

    private void entities(LocalServiceBusOptions options) {
        options.queue("q", q -> q.duplicateDetection(Duration.ofMinutes(5)))
                .queue("s", q -> q.requiresSession(true))
                .topic("t", t -> t.subscription("all"))
                .queue("mortal", q -> q.forwardDeadLetteredMessagesTo("central"))
                .queue("central")
                .dataDirectory(directory);
    }

    /** Runs a bus on the directory for as long as the work takes. */
    private void withBus(Consumer<Clients> work) throws Exception {
        try (LocalServiceBus bus = LocalServiceBus.start(this::entities);
                Clients clients = new Clients(bus::connectionString)) {
            work.accept(clients);
        }
    }

    private static ServiceBusMessage message(String id) {
        return new ServiceBusMessage(id).setMessageId(id);
    }

    @Test
    void everything_but_locks_is_there_after_a_restart() throws Exception {
        long[] deferred = new long[1];
        withBus(clients -> {
            var sender = clients.sender("q");
            ServiceBusReceiverClient receiver = clients.receiver("q");
            sender.sendMessage(message("done"));
            receiver.complete(Clients.one(receiver));
            sender.sendMessage(message("failed"));
            receiver.abandon(
                    Clients.one(receiver), new AbandonOptions().setPropertiesToModify(Map.of("why", "engine")));
            ServiceBusReceivedMessage failed = Clients.one(receiver);
            sender.sendMessage(message("deferred"));
            ServiceBusReceivedMessage aside = Clients.one(receiver);
            deferred[0] = aside.getSequenceNumber();
            receiver.defer(aside);
            sender.sendMessage(message("dead"));
            receiver.deadLetter(Clients.one(receiver), new DeadLetterOptions().setDeadLetterReason("tired"));
            sender.scheduleMessage(message("scheduled"), OffsetDateTime.now(UTC).plusSeconds(1));
            assertThat(failed.getDeliveryCount()).isEqualTo(1);

            clients.sender("s").sendMessage(message("in session").setSessionId("a"));
            clients.keep(clients.sessions("s").acceptSession("a"))
                    .setSessionState("half".getBytes(StandardCharsets.UTF_8));
            var rules = clients.keep(clients.builder()
                    .ruleManager()
                    .topicName("t")
                    .subscriptionName("all")
                    .buildClient());
            rules.createRule("big", new CreateRuleOptions(new SqlRuleFilter("size = 'big'")));
            rules.deleteRule("$Default");
        });
        withBus(clients -> {
            ServiceBusReceiverClient receiver = clients.receiver("q");
            ServiceBusReceivedMessage failed = Clients.one(receiver);
            assertThat(failed.getBody().toString()).isEqualTo("failed");
            assertThat(failed.getDeliveryCount()).isEqualTo(1);
            assertThat(failed.getApplicationProperties()).containsEntry("why", "engine");
            assertThat(failed.getSequenceNumber()).isEqualTo(2);
            receiver.complete(failed);
            assertThat(receiver.receiveDeferredMessage(deferred[0]).getBody().toString())
                    .isEqualTo("deferred");
            ServiceBusReceivedMessage dead = Clients.one(clients.deadLetters("q"));
            assertThat(dead.getDeadLetterReason()).isEqualTo("tired");
            assertThat(dead.getDeadLetterSource()).isEqualTo("q");
            clients.sender("q").sendMessages(List.of(message("done"), message("new")));
            assertThat(Clients.bodies(receiver, 2)).containsExactlyInAnyOrder("new", "scheduled");

            ServiceBusReceiverClient session =
                    clients.keep(clients.sessions("s").acceptNextSession());
            assertThat(session.getSessionState())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("half");
            assertThat(Clients.bodies(session, 1)).containsExactly("in session");
            var rules = clients.keep(clients.builder()
                    .ruleManager()
                    .topicName("t")
                    .subscriptionName("all")
                    .buildClient());
            assertThat(rules.listRules())
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.getName()).isEqualTo("big"));
        });
    }

    @Test
    void a_torn_last_frame_is_left_out() throws Exception {
        withBus(clients -> clients.sender("q").sendMessages(List.of(message("a"), message("b"))));
        Files.write(journal(), new byte[] {0, 0, 1, 0, 1, 2, 3, 4, 5}, StandardOpenOption.APPEND);
        withBus(clients -> assertThat(Clients.bodies(clients.receiver("q"), 2)).containsExactly("a", "b"));
    }

    @Test
    void a_batch_whose_frame_is_torn_is_gone_as_a_whole() throws Exception {
        withBus(clients -> clients.sender("q").sendMessage(message("before")));
        withBus(clients -> clients.sender("q").sendMessages(List.of(message("a"), message("b"))));
        byte[] bytes = Files.readAllBytes(journal());
        Files.write(journal(), java.util.Arrays.copyOf(bytes, bytes.length - 3));
        withBus(clients -> {
            ServiceBusReceiverClient receiver = clients.deleting("q");
            assertThat(Clients.bodies(receiver, 1)).containsExactly("before");
            assertThat(Clients.nothingMore(receiver)).isEmpty();
        });
    }

    @Test
    void a_damaged_journal_is_refused() throws Exception {
        withBus(clients -> clients.sender("q").sendMessage(message("a")));
        byte[] bytes = Files.readAllBytes(journal());
        bytes[20] ^= 1;
        Files.write(journal(), bytes);
        assertThatIllegalStateException()
                .isThrownBy(() -> LocalServiceBus.start(this::entities))
                .withMessageContaining("is damaged at byte 8");
        bytes[20] ^= 1;
        Files.write(journal(), bytes);
        withBus(clients -> assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("a"));
    }

    @Test
    void messages_of_an_entity_that_is_not_declared_are_not_forgotten_silently() throws Exception {
        withBus(clients -> clients.sender("q").sendMessage(message("a")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.queue("other").dataDirectory(directory)))
                .withMessageContaining("holds 1 messages of 'q', which is not declared");
    }

    @Test
    void messages_without_the_session_that_their_queue_now_requires_are_refused_by_its_name_and_kept()
            throws Exception {
        withBus(clients -> {
            clients.sender("q").sendMessages(List.of(message("done"), message("deferred"), message("waits")));
            ServiceBusReceiverClient receiver = clients.receiver("q");
            receiver.complete(Clients.one(receiver));
            receiver.defer(Clients.one(receiver));
        });
        byte[] before = Files.readAllBytes(journal());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(
                        o -> o.queue("q", q -> q.requiresSession(true)).dataDirectory(directory)))
                .withMessageContaining("holds 2 messages without a session id of 'q', which requires sessions now; "
                        + "declare it with RequiresSession false and receive them, or delete the directory");

        assertThat(journal()).hasBinaryContent(before);
        withBus(clients -> assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("waits"));
    }

    @Test
    void messages_of_an_entity_that_gives_none_to_receivers_now_are_refused_by_its_name_and_kept() throws Exception {
        withBus(clients -> {
            clients.sender("q").sendMessages(List.of(message("done"), message("waits"), message("dead")));
            ServiceBusReceiverClient receiver = clients.receiver("q");
            receiver.complete(Clients.one(receiver));
            ServiceBusReceivedMessage waits = Clients.one(receiver);
            receiver.deadLetter(Clients.one(receiver));
            receiver.abandon(waits);
            clients.sender("mortal").sendMessage(message("a"));
        });
        byte[] before = Files.readAllBytes(journal());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o ->
                        o.queue("q", q -> q.forwardTo("mortal")).queue("mortal").dataDirectory(directory)))
                .withMessageContaining("holds 1 messages of 'q', which forwards what it gets now; "
                        + "declare it without ForwardTo and receive them, or delete the directory");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o ->
                        o.queue("q").topic("mortal", t -> t.subscription("all")).dataDirectory(directory)))
                .withMessageContaining("holds 1 messages of 'mortal', which is a topic now; "
                        + "declare it as a queue and receive them, or delete the directory");

        assertThat(journal()).hasBinaryContent(before);
        withBus(clients -> {
            assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("waits");
            Clients.one(clients.deadLetters("q"));
        });
    }

    @Test
    void a_forwarded_dead_letter_tells_where_it_died_and_its_first_number_after_a_restart_too() throws Exception {
        withBus(clients -> {
            clients.sender("mortal").sendMessages(List.of(message("done"), message("dead")));
            ServiceBusReceiverClient receiver = clients.receiver("mortal");
            receiver.complete(Clients.one(receiver));
            receiver.deadLetter(Clients.one(receiver), new DeadLetterOptions().setDeadLetterReason("tired"));
            assertComesFromMortal(clients.receiver("central").peekMessage());
        });
        withBus(clients -> assertComesFromMortal(Clients.one(clients.receiver("central"))));
    }

    private static void assertComesFromMortal(ServiceBusReceivedMessage dead) {
        assertThat(dead.getBody().toString()).isEqualTo("dead");
        assertThat(dead.getDeadLetterReason()).isEqualTo("tired");
        assertThat(dead.getDeadLetterSource()).isEqualTo("mortal");
        assertThat(dead.getSequenceNumber()).isEqualTo(1);
        assertThat(dead.getEnqueuedSequenceNumber()).isEqualTo(2);
    }

    @Test
    void a_directory_belongs_to_one_bus_at_a_time() throws IOException {
        try (LocalServiceBus first = LocalServiceBus.start(this::entities)) {
            assertThat(first.port()).isPositive();
            assertThatIllegalStateException()
                    .isThrownBy(() -> LocalServiceBus.start(this::entities))
                    .withMessageContaining("in use by another");
        }
        Path file = Files.createFile(directory.resolve("file"));
        assertThatIllegalStateException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.dataDirectory(file)))
                .withMessageContaining("cannot be used");
    }
}
