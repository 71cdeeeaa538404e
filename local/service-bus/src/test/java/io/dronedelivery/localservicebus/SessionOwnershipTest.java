package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A request that names its receiver ({@code associated-link-name}) is about a session that this receiver holds. */
class SessionOwnershipTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS =
            LocalServiceBusExtension.with(o -> o.queue("lost", q -> q.requiresSession(true))
                    .queue("namesake", q -> q.requiresSession(true))
                    .queue("deferred", q -> q.requiresSession(true)));

    @Test
    void who_has_lost_a_session_to_another_receiver_can_neither_renew_it_nor_set_its_state() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Receiver first = accept(peer, session, "first", "lost");
            Requests requests = new Requests(peer, session, "lost");
            assertThat(requests.ask("renew-session-lock", "first", ofSession())).isEqualTo(200);
            first.close();
            peer.until(() -> first.getRemoteState() == EndpointState.CLOSED);
            accept(peer, session, "second", "lost");

            assertThat(requests.ask("renew-session-lock", "first", ofSession())).isEqualTo(410);
            Map<String, Object> state = ofSession();
            state.put("session-state", new Binary("late".getBytes(StandardCharsets.UTF_8)));
            assertThat(requests.ask("set-session-state", "first", state)).isEqualTo(410);
            assertThat(requests.ask("set-session-state", "second", state)).isEqualTo(200);
            assertThat(requests.ask("renew-session-lock", "second", ofSession()))
                    .isEqualTo(200);
            assertThat(requests.ask("renew-session-lock", null, ofSession())).isEqualTo(200);
        }
    }

    @Test
    void a_receiver_of_the_same_name_on_another_connection_is_another_one() throws IOException {
        try (RawPeer owner = RawPeer.connect(BUS.bus());
                RawPeer stranger = RawPeer.connect(BUS.bus())) {
            accept(owner, owner.begin(), "receiver", "namesake");

            Requests requests = new Requests(stranger, stranger.begin(), "namesake");
            assertThat(requests.ask("renew-session-lock", "receiver", ofSession()))
                    .isEqualTo(410);
        }
    }

    @Test
    void a_deferred_message_is_for_the_receiver_that_holds_its_session() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            FramesTest.send(peer, session, "deferred", "later", "s");
            Receiver receiver = accept(peer, session, "holder", "deferred");
            receiver.flow(1);
            peer.until(() -> receiver.current() != null && !receiver.current().isPartial());
            Modified defer = new Modified();
            defer.setUndeliverableHere(true);
            receiver.current().disposition(defer);
            peer.until(receiver.current()::remotelySettled);

            Requests requests = new Requests(peer, session, "deferred");
            Map<String, Object> deferred = ofSession();
            deferred.put("sequence-numbers", new Long[] {1L});
            deferred.put("receiver-settle-mode", UnsignedInteger.ONE);
            assertThat(requests.ask("receive-by-sequence-number", "another", deferred))
                    .isEqualTo(410);
            assertThat(requests.ask("receive-by-sequence-number", "holder", deferred))
                    .isEqualTo(200);
        }
    }

    private static Map<String, Object> ofSession() {
        return new HashMap<>(Map.of("session-id", "s"));
    }

    private static Receiver accept(RawPeer peer, Session session, String name, String queue) throws IOException {
        Receiver receiver = FramesTest.receiver(session, name, queue);
        ((Source) receiver.getSource()).setFilter(Map.of(Symbol.valueOf("com.microsoft:session-filter"), "s"));
        receiver.open();
        peer.until(() -> receiver.getRemoteState() == EndpointState.ACTIVE);
        return receiver;
    }
}
