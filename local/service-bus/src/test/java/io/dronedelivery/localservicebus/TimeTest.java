package io.dronedelivery.localservicebus;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TimeTest {
    private static final Duration SOON = Duration.ofMillis(300);
    /** Further away than any test takes, on a busy machine too. */
    private static final Duration FAR = Duration.ofHours(1);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("scheduled")
            .queue("waiting")
            .queue("vanishing")
            .queue("expiring", q -> q.deadLetteringOnMessageExpiration(true))
            .queue("capped", q -> q.deadLetteringOnMessageExpiration(true).defaultMessageTimeToLive(SOON))
            .queue("once", q -> q.duplicateDetection(FAR))
            .queue("entrance", q -> q.forwardTo("hall"))
            .queue("hall", q -> q.forwardTo("shelf"))
            .queue("shelf")
            .topic("later", t -> t.subscription("all")));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    @Test
    void a_scheduled_message_can_be_peeked_and_cancelled_before_its_time() {
        ServiceBusReceiverClient receiver = clients.receiver("waiting");
        ServiceBusSenderClient sender = clients.sender("waiting");
        long number = sender.scheduleMessage(
                Clients.message("no"), OffsetDateTime.now(UTC).plus(FAR));
        ServiceBusReceivedMessage peeked = receiver.peekMessage();
        assertThat(peeked.getState()).isEqualTo(ServiceBusMessageState.SCHEDULED);
        assertThat(peeked.getSequenceNumber()).isEqualTo(number);
        sender.sendMessage(Clients.message("sent with a time")
                .setScheduledEnqueueTime(OffsetDateTime.now(UTC).plus(FAR)));
        assertThat(BUS.stats().entity("waiting").scheduled()).isEqualTo(2);

        sender.cancelScheduledMessage(number);
        assertThat(BUS.stats().entity("waiting").scheduled()).isEqualTo(1);
    }

    @Test
    void scheduled_messages_become_visible_at_their_time() {
        OffsetDateTime time = OffsetDateTime.now(UTC).plus(SOON);
        long number = clients.sender("scheduled").scheduleMessage(Clients.message("wake up"), time);
        clients.sender("scheduled").sendMessage(Clients.message("too").setScheduledEnqueueTime(time));
        ServiceBusReceiverClient receiver = clients.receiver("scheduled");
        ServiceBusReceivedMessage got = Clients.one(receiver);
        assertThat(OffsetDateTime.now(UTC)).isAfterOrEqualTo(time.minusNanos(1_000_000));
        assertThat(got.getBody().toString()).isEqualTo("wake up");
        assertThat(got.getState()).isEqualTo(ServiceBusMessageState.ACTIVE);
        assertThat(got.getSequenceNumber()).isGreaterThan(number);
        receiver.complete(got);
        assertThat(Clients.bodies(receiver, 1)).containsExactly("too");
    }

    @Test
    void a_message_scheduled_on_a_topic_reaches_its_subscriptions_at_its_time() {
        ServiceBusSenderClient sender = clients.topicSender("later");
        long cancelled = sender.scheduleMessage(
                Clients.message("no"), OffsetDateTime.now(UTC).plus(FAR));
        sender.cancelScheduledMessage(cancelled);
        sender.scheduleMessage(Clients.message("yes"), OffsetDateTime.now(UTC).plus(SOON));
        assertThat(Clients.bodies(clients.subscription("later", "all"), 1)).containsExactly("yes");
    }

    @Test
    void a_message_scheduled_through_forwarding_queues_is_cancelled_through_them() {
        ServiceBusSenderClient sender = clients.sender("entrance");
        long number = sender.scheduleMessage(
                Clients.message("no"), OffsetDateTime.now(UTC).plus(FAR));
        assertThat(BUS.stats().entity("shelf").scheduled()).isEqualTo(1);

        sender.cancelScheduledMessage(number);

        assertThat(BUS.stats().entity("shelf").scheduled()).isZero();
    }

    @Test
    void an_expired_message_vanishes_while_nobody_receives() {
        clients.sender("vanishing").sendMessage(Clients.message("brief").setTimeToLive(SOON));
        await().atMost(Clients.WAIT).until(() -> BUS.stats().entity("vanishing").bytes() == 0);
        assertThat(BUS.stats().entity("vanishing/$deadletterqueue").in()).isZero();
    }

    @Test
    void an_expired_message_is_dead_lettered_where_that_is_wanted() {
        clients.sender("expiring").sendMessage(Clients.message("brief").setTimeToLive(SOON));
        ServiceBusReceivedMessage dead = Clients.one(clients.deadLetters("expiring"));
        assertThat(dead.getDeadLetterReason()).isEqualTo("TTLExpiredException");
        assertThat(dead.getBody().toString()).isEqualTo("brief");
    }

    @Test
    void the_queue_limits_the_time_to_live() {
        clients.sender("capped")
                .sendMessages(List.of(
                        Clients.message("unlimited"), Clients.message("long").setTimeToLive(Duration.ofHours(1))));
        assertThat(Clients.bodies(clients.deadLetters("capped"), 2)).containsExactly("unlimited", "long");
    }

    @Test
    void a_duplicate_is_accepted_and_dropped() {
        ServiceBusSenderClient sender = clients.sender("once");
        sender.sendMessage(new ServiceBusMessage("first").setMessageId("id"));
        sender.sendMessage(new ServiceBusMessage("duplicate").setMessageId("id"));
        sender.sendMessages(List.of(
                new ServiceBusMessage("other").setMessageId("other"),
                new ServiceBusMessage("again").setMessageId("id")));
        assertThat(BUS.stats().entity("once").active()).isEqualTo(2);
        assertThat(Clients.bodies(clients.receiver("once"), 2)).containsExactly("first", "other");
    }
}
