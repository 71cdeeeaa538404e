package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AttachLatencyTest {
    private static final Duration LATENCY = Duration.ofMillis(400);

    /** Enough for a machine that stands still for a while. */
    private static final Duration LONGEST_LATENCY = LATENCY.multipliedBy(64);

    private static final Duration NEVER = Duration.ofHours(1);

    private final AtomicInteger attaches = new AtomicInteger();
    private volatile Duration latency = Duration.ZERO;

    @RegisterExtension
    final LocalServiceBusExtension bus = LocalServiceBusExtension.with(
            o -> o.queue("q").queue("sessions", q -> q.requiresSession(true)).attachLatency(this::draw));

    @RegisterExtension
    final Clients clients = new Clients(bus);

    private Duration draw() {
        attaches.incrementAndGet();
        return latency;
    }

    @Test
    void the_first_receive_takes_as_long_as_the_attach_at_least() {
        clients.sender("q").sendMessage(Clients.message("m"));
        ServiceBusReceiverClient receiver = clients.receiver("q");
        latency = LATENCY;

        long start = System.nanoTime();
        assertThat(Clients.one(receiver).getBody()).hasToString("m");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(LATENCY);
    }

    @Test
    void a_session_is_accepted_after_the_latency_and_has_its_messages() {
        clients.sender("sessions").sendMessage(Clients.message("m").setSessionId("s"));
        ServiceBusSessionReceiverClient sessions = clients.sessions("sessions");
        latency = LATENCY;

        long start = System.nanoTime();
        ServiceBusReceiverClient session = clients.keep(sessions.acceptSession("s"));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(LATENCY);
        assertThat(Clients.one(session).getBody()).hasToString("m");
    }

    @Test
    void an_attach_that_takes_long_holds_up_no_other_link_of_its_connection_nor_of_others() throws IOException {
        try (RawPeer peer = RawPeer.connect(bus.bus())) {
            Session session = peer.begin();
            latency = NEVER;
            Receiver waiting = FramesTest.receiver(session, "waiting", "q");
            waiting.open();
            peer.flush();
            await().atMost(Clients.WAIT).until(() -> attaches.get() == 1);
            latency = Duration.ZERO;

            Receiver other = FramesTest.receiver(session, "other", "q");
            other.open();
            peer.until(() -> other.getRemoteState() == EndpointState.ACTIVE);
            clients.sender("q").sendMessage(Clients.message("m"));
            assertThat(Clients.one(clients.receiver("q")).getBody()).hasToString("m");

            assertThat(waiting.getRemoteState()).isEqualTo(EndpointState.UNINITIALIZED);
        }
    }

    @Test
    void who_goes_before_the_answer_gets_no_message_and_leaves_no_link() throws Exception {
        Duration tried = LATENCY;
        while (!theyGoBeforeTheAnswerAndGetNothing(tried)) {
            assertThat(tried).as("a latency that was too short for them").isLessThan(LONGEST_LATENCY);
            tried = tried.multipliedBy(2);
        }
    }

    /** On a bus of its own, whose message nobody holds; false when one of them may have been answered before it went, which proves nothing. */
    private boolean theyGoBeforeTheAnswerAndGetNothing(Duration tried) throws Exception {
        latency = Duration.ZERO;
        try (LocalServiceBus fresh = LocalServiceBus.start(o -> o.queue("q").attachLatency(this::draw));
                Clients senders = new Clients(fresh::connectionString)) {
            senders.sender("q").sendMessage(Clients.message("m"));
            int links = fresh.stats().links();
            latency = tried;
            if (!theyGoBeforeTheAnswerAndGetNothing(fresh)) {
                return false;
            }
            await().atMost(Clients.WAIT).until(() -> fresh.stats().links() == links);
        }
        return true;
    }

    private boolean theyGoBeforeTheAnswerAndGetNothing(LocalServiceBus fresh) throws IOException {
        int before = attaches.get();
        RawPeer goes = RawPeer.connect(fresh);
        try (RawPeer detaches = RawPeer.connect(fresh);
                RawPeer endsItsSession = RawPeer.connect(fresh);
                RawPeer stays = RawPeer.connect(fresh)) {
            int connections = fresh.stats().connectionsOpen();
            long firstAnswer = System.nanoTime() + latency.toNanos();
            Receiver detached = asking(detaches.begin());
            detaches.flush();
            Session ended = endsItsSession.begin();
            asking(ended);
            endsItsSession.flush();
            asking(goes.begin());
            goes.flush();
            await().atMost(Clients.WAIT).until(() -> attaches.get() == before + 3);
            detached.close();
            detaches.until(() -> detached.getRemoteState() == EndpointState.CLOSED);
            ended.close();
            endsItsSession.until(() -> ended.getRemoteState() == EndpointState.CLOSED);
            goes.close();
            await().atMost(Clients.WAIT).until(() -> fresh.stats().connectionsOpen() == connections - 1);
            if (System.nanoTime() >= firstAnswer) {
                return false;
            }

            // Its attach is answered after the time at which theirs would have been.
            Receiver last = FramesTest.receiver(stays.begin(), "last", "q");
            last.open();
            stays.until(() -> last.getRemoteState() == EndpointState.ACTIVE);
            assertThat(fresh.stats().entity("q").active()).isEqualTo(1);
        }
        return true;
    }

    @Test
    void who_did_not_wait_for_the_answer_may_come_back() {
        latency = LATENCY;
        ServiceBusSenderAsyncClient sender =
                clients.keep(clients.builder().sender().queueName("sessions").buildAsyncClient());
        ServiceBusSessionReceiverAsyncClient sessions = clients.keep(clients.builder()
                .sessionReceiver()
                .queueName("sessions")
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildAsyncClient());
        ServiceBusMessage message = Clients.message("m").setSessionId("s");
        for (Duration timeout = Duration.ZERO;
                timeout.compareTo(LATENCY.multipliedBy(2)) < 0;
                timeout = timeout.plusMillis(200)) {
            sender.sendMessage(message).timeout(timeout).onErrorComplete().block();
            sessions.acceptSession("s")
                    .timeout(timeout)
                    .onErrorComplete()
                    .blockOptional()
                    .ifPresent(ServiceBusReceiverAsyncClient::close);
        }

        sender.sendMessage(message).block(Clients.WAIT);
        ServiceBusReceiverAsyncClient session = sessions.acceptSession("s").block(Clients.WAIT);
        assertThat(clients.keep(session)
                        .receiveMessages()
                        .blockFirst(Clients.WAIT)
                        .getBody())
                .hasToString("m");
    }

    /** A link that wants messages as soon as it is attached. */
    private static Receiver asking(Session session) {
        Receiver receiver = FramesTest.receiver(session, "asking", "q");
        receiver.open();
        receiver.flow(10);
        return receiver;
    }
}
