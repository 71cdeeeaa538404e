package io.dronedelivery.localservicebus;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SessionTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> {
        for (String name : List.of(
                "order",
                "next",
                "state",
                "busy",
                "strict",
                "counted",
                "pump",
                "deferred",
                "deferred-alone",
                "listed")) {
            o.queue(name, q -> q.requiresSession(true));
        }
        o.queue("renewed", q -> q.requiresSession(true).lockDuration(Duration.ofMinutes(5)));
        o.queue("plain");
    });

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    private static ServiceBusMessage in(String session, String body) {
        return new ServiceBusMessage(body).setSessionId(session);
    }

    @Test
    void a_session_gives_its_own_messages_in_order() {
        ServiceBusSenderClient sender = clients.sender("order");
        sender.sendMessages(List.of(in("a", "a1"), in("b", "b1"), in("a", "a2"), in("b", "b2")));
        ServiceBusReceiverClient b = clients.keep(clients.sessions("order").acceptSession("b"));
        assertThat(b.getSessionId()).isEqualTo("b");
        assertThat(Clients.bodies(b, 2)).containsExactly("b1", "b2");
        ServiceBusReceiverClient a = clients.keep(clients.sessions("order").acceptSession("a"));
        assertThat(Clients.bodies(a, 2)).containsExactly("a1", "a2");
    }

    @Test
    void the_next_session_is_one_that_nobody_holds() {
        clients.sender("next").sendMessages(List.of(in("x", "1"), in("y", "2")));
        var sessions = clients.sessions("next");
        String first = clients.keep(sessions.acceptNextSession()).getSessionId();
        String second = clients.keep(sessions.acceptNextSession()).getSessionId();
        assertThat(List.of(first, second)).containsExactly("x", "y");
    }

    @Test
    void a_session_that_somebody_holds_cannot_be_accepted() {
        clients.keep(clients.sessions("busy").acceptSession("mine"));
        assertThatExceptionOfType(AmqpException.class)
                .isThrownBy(() -> clients.sessions("busy").acceptSession("mine"))
                .satisfies(
                        e -> assertThat(e.getErrorCondition()).isEqualTo(AmqpErrorCondition.SESSION_CANNOT_BE_LOCKED));
    }

    @Test
    void the_state_of_a_session_outlives_its_receiver() {
        ServiceBusReceiverClient first = clients.sessions("state").acceptSession("s");
        assertThat(first.getSessionState()).isNull();
        first.setSessionState("step 2".getBytes(StandardCharsets.UTF_8));
        first.close();
        ServiceBusReceiverClient second = acceptSoon("state", "s");
        assertThat(second.getSessionState()).asString(StandardCharsets.UTF_8).isEqualTo("step 2");
        second.setSessionState(null);
        assertThat(second.getSessionState()).isNull();
    }

    private ServiceBusReceiverClient acceptSoon(String queue, String session) {
        ServiceBusReceiverClient[] accepted = new ServiceBusReceiverClient[1];
        await().atMost(Clients.WAIT)
                .ignoreExceptions()
                .until(() -> (accepted[0] = clients.sessions(queue).acceptSession(session)) != null);
        return clients.keep(accepted[0]);
    }

    @Test
    void closing_a_session_hands_its_messages_back_uncounted() {
        clients.sender("counted").sendMessage(in("s", "held"));
        ServiceBusReceiverClient first = clients.sessions("counted").acceptSession("s");
        Clients.one(first);
        first.close();
        ServiceBusReceivedMessage again = Clients.one(acceptSoon("counted", "s"));
        assertThat(again.getDeliveryCount()).isZero();
    }

    @Test
    void a_session_lock_can_be_renewed() {
        clients.sender("renewed").sendMessage(in("s", "long"));
        ServiceBusReceiverClient receiver =
                clients.keep(clients.sessions("renewed").acceptSession("s"));
        OffsetDateTime end = Clients.one(receiver).getLockedUntil();
        assertThat(receiver.renewSessionLock())
                .isAfterOrEqualTo(end)
                .isAfter(OffsetDateTime.now(UTC).plusMinutes(1));
    }

    @Test
    void a_deferred_message_of_a_session_comes_by_its_number() {
        clients.sender("deferred").sendMessage(in("s", "later"));
        ServiceBusReceiverClient receiver =
                clients.keep(clients.sessions("deferred").acceptSession("s"));
        ServiceBusReceivedMessage message = Clients.one(receiver);
        receiver.defer(message);
        ServiceBusReceivedMessage deferred = receiver.receiveDeferredMessage(message.getSequenceNumber());
        receiver.complete(deferred);
        assertThat(BUS.stats().entity("deferred").bytes()).isZero();
    }

    @Test
    void a_deferred_message_of_a_session_is_not_for_a_receiver_without_one() {
        clients.sender("deferred-alone").sendMessage(in("s", "later"));
        ServiceBusReceiverClient session =
                clients.keep(clients.sessions("deferred-alone").acceptSession("s"));
        ServiceBusReceivedMessage message = Clients.one(session);
        session.defer(message);
        ServiceBusReceiverClient stranger = clients.receiver("deferred-alone");
        assertThatThrownBy(() -> stranger.receiveDeferredMessage(message.getSequenceNumber()))
                .hasMessageContaining("needs the session's id");
        session.complete(session.receiveDeferredMessage(message.getSequenceNumber()));
    }

    @Test
    void a_processor_works_through_sessions_side_by_side() {
        ServiceBusSenderClient sender = clients.sender("pump");
        for (int i = 0; i < 5; i++) {
            for (String session : List.of("a", "b", "c")) {
                sender.sendMessage(in(session, session + i));
            }
        }
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        var processor = clients.keep(clients.builder()
                .sessionProcessor()
                .queueName("pump")
                .maxConcurrentSessions(3)
                .processMessage(
                        context -> handled.add(context.getMessage().getBody().toString()))
                .processError(context -> {})
                .buildProcessorClient());
        processor.start();
        await().atMost(Clients.WAIT).until(() -> handled.size() == 15);
        assertThat(handled.stream().filter(m -> m.startsWith("b"))).containsExactly("b0", "b1", "b2", "b3", "b4");
    }

    @Test
    void sessions_are_demanded_where_they_are_required_and_refused_where_not() {
        assertThatThrownBy(() -> clients.sender("strict").sendMessage(Clients.message("no session")))
                .hasMessageContaining("SessionId was not set");
        assertThatThrownBy(() -> clients.receiver("strict").receiveMessages(1, Clients.WAIT).stream()
                        .toList())
                .hasStackTraceContaining("requires sessions");
        assertThatThrownBy(() -> clients.sessions("plain").acceptNextSession())
                .hasMessageContaining("does not require sessions");
    }

    @Test
    void sessions_are_listed_by_their_messages_or_by_their_states() throws IOException {
        clients.sender("listed").sendMessages(List.of(in("b", "1"), in("a", "2")));
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Requests requests = new Requests(peer, peer.begin(), "listed");
            Date never = new Date(253_402_300_799_999L);

            assertThat(listed(requests, never, 0, 10)).containsExactly("a", "b");
            assertThat(listed(requests, never, 1, 10)).containsExactly("b");
            assertThat(listed(requests, new Date(0), 0, 10)).isEmpty();
            ServiceBusReceiverClient holder =
                    clients.keep(clients.sessions("listed").acceptSession("c"));
            holder.setSessionState("c".getBytes(StandardCharsets.UTF_8));
            assertThat(listed(requests, new Date(0), 0, 10)).containsExactly("c");
            assertThat(listed(requests, never, 0, 1)).containsExactly("a");
        }
    }

    private static List<String> listed(Requests requests, Date since, int skip, int top) throws IOException {
        Object body = requests.askForBody(
                "get-message-sessions", Map.of("last-updated-time", since, "skip", skip, "top", top));
        return body == null ? List.of() : List.of((String[]) ((Map<?, ?>) body).get("sessions-ids"));
    }
}
