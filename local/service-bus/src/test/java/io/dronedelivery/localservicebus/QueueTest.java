package io.dronedelivery.localservicebus;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QueueTest {
    private static final Duration LOCK = Duration.ofMillis(400);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> {
        for (String name :
                List.of("round", "abandon", "poison", "defer", "dead", "delete", "peek", "order", "batch", "size")) {
            o.queue(name, q -> q.maxDeliveryCount(2));
        }
        o.queue("renewed", q -> q.lockDuration(Duration.ofMinutes(5)));
        o.queue("expiring", q -> q.lockDuration(LOCK));
        o.queue("held");
        o.queue("named");
        o.queue("small", q -> q.maxSizeBytes(3000));
    });

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    @Test
    void a_message_arrives_with_everything_its_sender_wrote() {
        ServiceBusMessage sent = new ServiceBusMessage("twelve drones")
                .setMessageId("m-1")
                .setSubject("fleet")
                .setCorrelationId("c-1")
                .setContentType("text/plain")
                .setReplyTo("answers")
                .setTo("tower")
                .setTimeToLive(Duration.ofMinutes(5));
        sent.getApplicationProperties().put("owner", "o-17");
        sent.getApplicationProperties().put("weight", 3);
        sent.getApplicationProperties().put("at", OffsetDateTime.parse("2026-11-21T10:15:30Z"));
        clients.sender("round").sendMessage(sent);

        ServiceBusReceiverClient receiver = clients.receiver("round");
        ServiceBusReceivedMessage got = Clients.one(receiver);

        assertThat(got.getBody().toString()).isEqualTo("twelve drones");
        assertThat(got.getMessageId()).isEqualTo("m-1");
        assertThat(got.getSubject()).isEqualTo("fleet");
        assertThat(got.getCorrelationId()).isEqualTo("c-1");
        assertThat(got.getContentType()).isEqualTo("text/plain");
        assertThat(got.getReplyTo()).isEqualTo("answers");
        assertThat(got.getTo()).isEqualTo("tower");
        assertThat(got.getTimeToLive()).isEqualTo(Duration.ofMinutes(5));
        assertThat(got.getApplicationProperties())
                .containsEntry("owner", "o-17")
                .containsEntry("weight", 3)
                .containsEntry("at", OffsetDateTime.parse("2026-11-21T10:15:30Z"));
        assertThat(got.getSequenceNumber()).isEqualTo(1);
        assertThat(got.getDeliveryCount()).isZero();
        assertThat(got.getEnqueuedTime()).isBetween(OffsetDateTime.now(UTC).minusMinutes(1), OffsetDateTime.now(UTC));
        assertThat(got.getLockedUntil()).isAfter(OffsetDateTime.now(UTC));
        assertThat(got.getState()).isEqualTo(ServiceBusMessageState.ACTIVE);
        receiver.complete(got);
        assertThat(BUS.stats().entity("round").active()).isZero();
        assertThat(BUS.stats().entity("round").locked()).isZero();
    }

    @Test
    void a_message_without_an_id_gets_one() {
        clients.sender("named").sendMessages(List.of(Clients.message("a"), Clients.message("b")));
        ServiceBusReceiverClient receiver = clients.receiver("named");
        List<String> ids = List.of(
                Clients.one(receiver).getMessageId(), Clients.one(receiver).getMessageId());
        assertThat(ids).allSatisfy(id -> assertThat(id).matches("[0-9a-f]{32}")).doesNotHaveDuplicates();
    }

    @Test
    void messages_come_in_the_order_in_which_they_were_sent() {
        var sender = clients.sender("order");
        IntStream.range(0, 50).forEach(i -> sender.sendMessage(Clients.message("m" + i)));
        assertThat(Clients.bodies(clients.receiver("order"), 50))
                .isEqualTo(IntStream.range(0, 50).mapToObj(i -> "m" + i).toList());
    }

    @Test
    void an_abandoned_message_comes_again_with_its_count_and_changed_properties() {
        clients.sender("abandon").sendMessage(Clients.message("again"));
        ServiceBusReceiverClient receiver = clients.receiver("abandon");
        receiver.abandon(Clients.one(receiver), new AbandonOptions().setPropertiesToModify(Map.of("why", "engine")));
        ServiceBusReceivedMessage second = Clients.one(receiver);
        assertThat(second.getDeliveryCount()).isEqualTo(1);
        assertThat(second.getApplicationProperties()).containsEntry("why", "engine");
        assertThat(second.getBody().toString()).isEqualTo("again");
        receiver.complete(second);
    }

    @Test
    void a_message_that_fails_too_often_is_dead_lettered_with_the_reason() {
        clients.sender("poison").sendMessage(Clients.message("poison"));
        ServiceBusReceiverClient receiver = clients.receiver("poison");
        receiver.abandon(Clients.one(receiver));
        receiver.abandon(Clients.one(receiver));
        ServiceBusReceiverClient deadLetters = clients.deadLetters("poison");
        ServiceBusReceivedMessage dead = Clients.one(deadLetters);
        assertThat(dead.getDeadLetterReason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(dead.getDeadLetterErrorDescription()).contains("2 delivery attempts");
        assertThat(dead.getDeadLetterSource()).isEqualTo("poison");
        assertThat(dead.getDeliveryCount()).isEqualTo(2);
        deadLetters.complete(dead);
        assertThat(BUS.stats().entity("poison").deadLettered()).isEqualTo(1);
    }

    @Test
    void a_receiver_dead_letters_with_reason_description_and_properties() {
        clients.sender("dead").sendMessage(Clients.message("unreadable"));
        ServiceBusReceiverClient receiver = clients.receiver("dead");
        receiver.deadLetter(
                Clients.one(receiver),
                new DeadLetterOptions()
                        .setDeadLetterReason("malformed")
                        .setDeadLetterErrorDescription("no type")
                        .setPropertiesToModify(Map.of("by", "test")));
        ServiceBusReceivedMessage dead = Clients.one(clients.deadLetters("dead"));
        assertThat(dead.getDeadLetterReason()).isEqualTo("malformed");
        assertThat(dead.getDeadLetterErrorDescription()).isEqualTo("no type");
        assertThat(dead.getApplicationProperties()).containsEntry("by", "test");
    }

    @Test
    void a_deferred_message_comes_only_by_its_sequence_number() {
        clients.sender("defer").sendMessage(Clients.message("later"));
        ServiceBusReceiverClient receiver = clients.receiver("defer");
        ServiceBusReceivedMessage message = Clients.one(receiver);
        receiver.defer(message);
        assertThat(Clients.nothingMore(receiver)).isEmpty();
        assertThat(receiver.peekMessage().getState()).isEqualTo(ServiceBusMessageState.DEFERRED);
        ServiceBusReceivedMessage deferred = receiver.receiveDeferredMessage(message.getSequenceNumber());
        assertThat(deferred.getBody().toString()).isEqualTo("later");
        assertThat(deferred.getRawAmqpMessage().getDeliveryAnnotations())
                .containsEntry("x-opt-lock-token", UUID.fromString(deferred.getLockToken()));
        receiver.complete(deferred);
        assertThat(BUS.stats().entity("defer").deferred()).isZero();
    }

    @Test
    void receive_and_delete_leaves_nothing_behind() {
        clients.sender("delete").sendMessages(List.of(Clients.message("a"), Clients.message("b")));
        assertThat(Clients.bodies(clients.deleting("delete"), 2)).containsExactly("a", "b");
        assertThat(BUS.stats().entity("delete").bytes()).isZero();
    }

    @Test
    void peeking_shows_messages_without_taking_them() {
        clients.sender("peek").sendMessages(List.of(Clients.message("a"), Clients.message("b")));
        ServiceBusReceiverClient receiver = clients.receiver("peek");
        assertThat(receiver.peekMessages(10))
                .extracting(m -> m.getBody().toString())
                .containsExactly("a", "b");
        assertThat(receiver.peekMessages(10)).isEmpty();
        assertThat(receiver.peekMessages(10, 1)).hasSize(2);
        assertThat(Clients.bodies(receiver, 2)).containsExactly("a", "b");
    }

    @Test
    void a_message_whose_lock_ends_comes_again_and_the_old_lock_is_worth_nothing() {
        clients.sender("expiring").sendMessage(Clients.message("slow"));
        ServiceBusReceiverClient receiver = clients.receiver("expiring");
        ServiceBusReceivedMessage first = Clients.one(receiver);
        ServiceBusReceivedMessage second = Clients.one(receiver);
        assertThatExceptionOfType(ServiceBusException.class)
                .isThrownBy(() -> receiver.complete(first))
                .satisfies(e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST));
        assertThat(second.getDeliveryCount()).isEqualTo(1);
        assertThat(second.getLockToken()).isNotEqualTo(first.getLockToken());
    }

    @Test
    void a_lock_can_be_renewed() {
        clients.sender("renewed").sendMessage(Clients.message("long work"));
        ServiceBusReceiverClient receiver = clients.receiver("renewed");
        ServiceBusReceivedMessage message = Clients.one(receiver);
        OffsetDateTime end = message.getLockedUntil();
        assertThat(receiver.renewMessageLock(message))
                .isAfterOrEqualTo(end)
                .isAfter(OffsetDateTime.now(UTC).plusMinutes(1));
        receiver.complete(message);
    }

    @Test
    void what_a_closed_receiver_held_stays_locked() {
        clients.sender("held").sendMessage(Clients.message("held"));
        ServiceBusReceiverClient first = clients.receiver("held");
        Clients.one(first);
        first.close();
        assertThat(Clients.nothingMore(clients.receiver("held"))).isEmpty();
        assertThat(BUS.stats().entity("held").locked()).isEqualTo(1);
    }

    @Test
    void what_a_closed_receiver_held_is_given_out_at_once_and_uncounted_where_that_is_wanted() throws Exception {
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("q").releaseLocksAtDetach(true));
                Clients own = new Clients(bus::connectionString)) {
            own.sender("q").sendMessage(Clients.message("held"));
            ServiceBusReceiverClient first = own.receiver("q");
            Clients.one(first);
            first.close();
            ServiceBusReceiverClient second = own.receiver("q");
            ServiceBusReceivedMessage again = Clients.one(second);
            assertThat(again.getDeliveryCount()).isZero();
            second.complete(again);
        }
    }

    @Test
    void a_batch_arrives_as_its_messages() {
        var sender = clients.sender("batch");
        ServiceBusMessageBatch batch = sender.createMessageBatch();
        assertThat(batch.getMaxSizeInBytes()).isEqualTo(256 * 1024);
        IntStream.range(0, 20)
                .forEach(i -> assertThat(
                                batch.tryAddMessage(Clients.message("b" + i).setMessageId("id-" + i)))
                        .isTrue());
        sender.sendMessages(batch);
        assertThat(Clients.bodies(clients.receiver("batch"), 20))
                .isEqualTo(IntStream.range(0, 20).mapToObj(i -> "b" + i).toList());
    }

    @Test
    void a_message_larger_than_permitted_is_refused() {
        var sender = clients.sender("size");
        assertThatExceptionOfType(ServiceBusException.class)
                .isThrownBy(() -> sender.sendMessage(new ServiceBusMessage(new byte[300 * 1024])))
                .satisfies(e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED));
        sender.sendMessage(new ServiceBusMessage(new byte[200 * 1024]));
        assertThat(Clients.one(clients.deleting("size")).getBody().toBytes()).hasSize(200 * 1024);
    }

    @Test
    void a_full_queue_refuses_and_takes_none_of_a_batch() {
        var sender = clients.sender("small");
        sender.sendMessage(new ServiceBusMessage(new byte[2000]));
        assertThatExceptionOfType(ServiceBusException.class)
                .isThrownBy(() ->
                        sender.sendMessages(List.of(Clients.message("fits"), new ServiceBusMessage(new byte[2000]))))
                .satisfies(e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.QUOTA_EXCEEDED))
                .withMessageContaining("maximum entity size of 'small'");
        assertThat(BUS.stats().entity("small").active()).isEqualTo(1);
    }
}
