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
    private static final Duration SOON = Duration.ofMillis(600);
    /** Far enough to be seen waiting, on a busy machine too. */
    private static final Duration LATER = Duration.ofSeconds(2);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("scheduled")
            .queue("timed")
            .queue("cancelled")
            .queue("vanishing")
            .queue("expiring", q -> q.deadLetteringOnMessageExpiration(true))
            .queue("capped", q -> q.deadLetteringOnMessageExpiration(true).defaultMessageTimeToLive(SOON))
            .queue("once", q -> q.duplicateDetection(Duration.ofSeconds(2)))
            .topic("later", t -> t.subscription("all")));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    @Test
    void a_scheduled_message_becomes_visible_at_its_time() {
        ServiceBusReceiverClient receiver = clients.receiver("scheduled");
        assertThat(receiver.peekMessage()).isNull();
        OffsetDateTime time = OffsetDateTime.now(UTC).plus(LATER);
        long number = clients.sender("scheduled").scheduleMessage(Clients.message("wake up"), time);
        ServiceBusReceivedMessage peeked = receiver.peekMessage();
        assertThat(peeked.getState()).isEqualTo(ServiceBusMessageState.SCHEDULED);
        assertThat(peeked.getSequenceNumber()).isEqualTo(number);
        ServiceBusReceivedMessage got = Clients.one(receiver);
        assertThat(OffsetDateTime.now(UTC)).isAfterOrEqualTo(time.minusNanos(1_000_000));
        assertThat(got.getBody().toString()).isEqualTo("wake up");
        assertThat(got.getState()).isEqualTo(ServiceBusMessageState.ACTIVE);
        receiver.complete(got);
    }

    @Test
    void a_message_sent_with_a_time_waits_for_it_too() {
        clients.sender("timed")
                .sendMessage(Clients.message("sent")
                        .setScheduledEnqueueTime(OffsetDateTime.now(UTC).plus(LATER)));
        assertThat(BUS.stats().entity("timed").scheduled()).isEqualTo(1);
        assertThat(Clients.bodies(clients.receiver("timed"), 1)).containsExactly("sent");
    }

    @Test
    void a_cancelled_message_never_comes() {
        ServiceBusSenderClient sender = clients.sender("cancelled");
        long number = sender.scheduleMessage(
                Clients.message("no"), OffsetDateTime.now(UTC).plusHours(1));
        sender.cancelScheduledMessage(number);
        assertThat(BUS.stats().entity("cancelled").scheduled()).isZero();
        assertThat(clients.receiver("cancelled").peekMessage()).isNull();
    }

    @Test
    void a_message_scheduled_on_a_topic_reaches_its_subscriptions_at_its_time() {
        ServiceBusSenderClient sender = clients.topicSender("later");
        long cancelled = sender.scheduleMessage(
                Clients.message("no"), OffsetDateTime.now(UTC).plus(LATER));
        sender.scheduleMessage(Clients.message("yes"), OffsetDateTime.now(UTC).plus(LATER));
        sender.cancelScheduledMessage(cancelled);
        assertThat(BUS.stats().entity("later/subscriptions/all").active()).isZero();
        assertThat(Clients.bodies(clients.subscription("later", "all"), 1)).containsExactly("yes");
    }

    @Test
    void an_expired_message_vanishes_while_nobody_receives() {
        clients.sender("vanishing").sendMessage(Clients.message("brief").setTimeToLive(SOON));
        await().until(() -> BUS.stats().entity("vanishing").bytes() == 0);
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
    void a_duplicate_is_accepted_and_dropped_within_the_window_only() {
        ServiceBusSenderClient sender = clients.sender("once");
        sender.sendMessage(new ServiceBusMessage("first").setMessageId("id"));
        sender.sendMessage(new ServiceBusMessage("duplicate").setMessageId("id"));
        sender.sendMessages(List.of(
                new ServiceBusMessage("other").setMessageId("other"),
                new ServiceBusMessage("again").setMessageId("id")));
        assertThat(BUS.stats().entity("once").active()).isEqualTo(2);
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            sender.sendMessage(new ServiceBusMessage("after the window").setMessageId("id"));
            return BUS.stats().entity("once").active() == 3;
        });
        assertThat(Clients.bodies(clients.receiver("once"), 3)).containsExactly("first", "other", "after the window");
    }
}
