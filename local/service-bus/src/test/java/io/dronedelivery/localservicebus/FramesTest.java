package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client may say in one piece, or in pieces of an unusual size. */
class FramesTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS =
            LocalServiceBusExtension.with(o -> o.queue("empty", q -> q.requiresSession(true))
                    .queue("q")
                    .queue("forgotten")
                    .queue("brief", q -> q.requiresSession(true).lockDuration(Duration.ofMillis(300)))
                    .queue("large")
                    .queue("shared", q -> q.requiresSession(true))
                    .queue("sessions", q -> q.requiresSession(true)));

    @Test
    void a_session_that_ends_before_its_links_were_answered_leaves_its_connection_in_order() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            receiver(session, "one", "q").open();
            sender(session, "two", "q").open();
            sender(session, "three", "nowhere").open();
            session.close();
            peer.until(() -> session.getRemoteState() == EndpointState.CLOSED);
            assertThat(peer.begin().getRemoteState()).isEqualTo(EndpointState.ACTIVE);
        }
    }

    @Test
    void sessions_that_begin_and_end_at_once_leave_their_connection_in_order() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            for (int i = 0; i < 5; i++) {
                Session session = peer.session();
                receiver(session, "r" + i, "q").open();
                session.close();
                assertThat(peer.performativesUntil(RawPeer.END))
                        .containsExactly(RawPeer.BEGIN, RawPeer.ATTACH, RawPeer.END);
            }
        }
    }

    @Test
    void a_link_that_detaches_before_it_was_answered_leaves_its_session_in_order() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Receiver waiting = receiver(session, "waiting", "sessions");
            ((Source) waiting.getSource()).setFilter(nextSession());
            waiting.open();
            waiting.close();
            Sender sender = sender(session, "hasty", "q");
            sender.open();
            sender.close();
            Sender kept = sender(session, "kept", "q");
            kept.open();
            peer.until(() -> kept.getRemoteState() == EndpointState.ACTIVE);
            assertThat(sender.getRemoteState()).isEqualTo(EndpointState.CLOSED);
            session.close();
            peer.until(() -> session.getRemoteState() == EndpointState.CLOSED);
            assertThat(peer.begin().getRemoteState()).isEqualTo(EndpointState.ACTIVE);
        }
    }

    @Test
    void a_client_with_small_frames_gets_a_large_message_whole() throws IOException {
        byte[] body = new byte[100_000];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (i / 7);
        }
        try (RawPeer peer = RawPeer.connect(BUS.bus(), 1024)) {
            Session session = peer.begin();
            send(peer, session, "large", body, null);
            Receiver receiver = receiver(session, "small-frames", "large");
            receiver.open();
            receiver.flow(1);
            peer.until(() -> receiver.current() != null && !receiver.current().isPartial());
            assertThat(((Data) read(receiver).getBody()).getValue().getArray()).isEqualTo(body);
        }
    }

    @Test
    void an_answer_that_cannot_be_written_ends_its_own_connection_only() throws IOException {
        try (RawPeer good = RawPeer.connect(BUS.bus());
                RawPeer bad = RawPeer.connect(BUS.bus())) {
            Receiver odd = receiver(bad.begin(), "odd", "shared");
            Source source = (Source) odd.getSource();
            source.setFilter(nextSession());
            // The engine reads such an array, but cannot write it within a map.
            source.setDynamicNodeProperties(Map.of(Symbol.valueOf("numbers"), new Long[] {1L, 2L}));
            odd.open();
            bad.begin();

            // The session that this message brings is the answer to the other connection's attach.
            Session session = good.begin();
            send(good, session, "shared", "grants the session", "s");
            assertThat(good.begin().getRemoteState()).isEqualTo(EndpointState.ACTIVE);
        }
    }

    @Test
    void a_session_filter_is_answered_in_the_form_in_which_it_was_asked() throws IOException {
        Symbol name = Symbol.valueOf("com.microsoft:session-filter");
        UnsignedLong code = UnsignedLong.valueOf(0x137000000CL);
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Receiver named = receiver(session, "named", "sessions");
            ((Source) named.getSource()).setFilter(Map.of(name, new UnknownDescribedType(code, "blue")));
            named.open();
            peer.until(() -> named.getRemoteState() == EndpointState.ACTIVE);
            assertThat(((Source) named.getRemoteSource()).getFilter().get(name))
                    .isInstanceOfSatisfying(DescribedType.class, answer -> {
                        assertThat(answer.getDescriptor()).isEqualTo(code);
                        assertThat(answer.getDescribed()).isEqualTo("blue");
                    });

            send(peer, session, "sessions", "for the next one", "green");
            Receiver next = receiver(session, "next", "sessions");
            ((Source) next.getSource()).setFilter(Map.of(name, new UnknownDescribedType(code, null)));
            next.open();
            peer.until(() -> next.getRemoteState() == EndpointState.ACTIVE);
            assertThat(((Source) next.getRemoteSource()).getFilter().get(name))
                    .isInstanceOfSatisfying(
                            DescribedType.class,
                            answer -> assertThat(answer.getDescribed()).isEqualTo("green"));
        }
    }

    /** Some clients read the third field of every error, whether it is there or not. */
    @Test
    void an_error_has_all_its_fields() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Delivery refused = send(peer, session, "sessions", "no session", null);
            assertThat(refused.getRemoteState())
                    .isInstanceOfSatisfying(
                            Rejected.class,
                            rejected ->
                                    assertThat(rejected.getError().getInfo()).isNotNull());
            Sender nowhere = sender(session, "nowhere", "nowhere");
            nowhere.open();
            peer.until(() -> nowhere.getRemoteState() == EndpointState.CLOSED);
            assertThat(nowhere.getRemoteCondition().getInfo()).isNotNull();
        }
    }

    @Test
    void a_delivery_that_is_settled_without_an_outcome_stays_locked() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            send(peer, session, "forgotten", "forgotten", null);
            Receiver receiver = receiver(session, "receiver", "forgotten");
            receiver.open();
            receiver.flow(1);
            peer.until(() -> receiver.current() != null && !receiver.current().isPartial());
            receiver.current().settle();
            peer.begin();
            assertThat(BUS.stats().entity("forgotten").locked()).isEqualTo(1);
        }
    }

    @Test
    void a_receiver_whose_session_lock_ends_is_told_so_and_its_messages_are_counted() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            send(peer, session, "brief", "slow", "s");
            Receiver first = receiver(session, "first", "brief");
            ((Source) first.getSource()).setFilter(nextSession());
            first.open();
            first.flow(1);
            peer.until(() -> first.getRemoteState() == EndpointState.CLOSED);
            assertThat(first.getRemoteCondition().getCondition().toString())
                    .isEqualTo("com.microsoft:session-lock-lost");

            Receiver second = receiver(session, "second", "brief");
            ((Source) second.getSource()).setFilter(nextSession());
            second.open();
            second.flow(1);
            peer.until(() -> second.current() != null && !second.current().isPartial());
            assertThat(read(second).getDeliveryCount()).isEqualTo(1);
        }
    }

    @Test
    void a_receiver_that_waits_for_a_session_in_vain_is_told_when_its_time_is_up() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Receiver receiver = receiver(peer.begin(), "in-vain", "empty");
            ((Source) receiver.getSource()).setFilter(nextSession());
            receiver.setProperties(Map.of(Symbol.valueOf("com.microsoft:timeout"), UnsignedInteger.valueOf(200)));
            receiver.open();
            peer.until(() -> receiver.getRemoteState() == EndpointState.CLOSED);
            assertThat(receiver.getRemoteCondition().getCondition().toString()).isEqualTo("com.microsoft:timeout");
            assertThat(receiver.getRemoteCondition().getDescription()).contains("no session of 'empty' is free");
        }
    }

    @Test
    void a_frame_that_breaks_the_protocol_is_answered_with_the_reason() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            peer.begin();
            // A transfer on a link that was never attached: handle 77, delivery 0, tag "1", format 0, settled.
            peer.sendFrame(0x00, 0x53, 0x14, 0xc0, 0x0a, 5, 0x52, 77, 0x43, 0xa0, 1, '1', 0x43, 0x41);
            assertThat(peer.performativesUntil(RawPeer.CLOSE)).containsExactly(RawPeer.CLOSE);
        }
    }

    static Map<Symbol, Object> nextSession() {
        Map<Symbol, Object> filter = new java.util.HashMap<>();
        filter.put(Symbol.valueOf("com.microsoft:session-filter"), null);
        return filter;
    }

    static Sender sender(Session session, String name, String address) {
        Sender sender = session.sender(name);
        sender.setSource(new Source());
        Target target = new Target();
        target.setAddress(address);
        sender.setTarget(target);
        return sender;
    }

    static Receiver receiver(Session session, String name, String address) {
        Receiver receiver = session.receiver(name);
        Source source = new Source();
        source.setAddress(address);
        receiver.setSource(source);
        receiver.setTarget(new Target());
        return receiver;
    }

    static Delivery send(RawPeer peer, Session session, String address, String body, @Nullable String group)
            throws IOException {
        return send(peer, session, address, body.getBytes(StandardCharsets.UTF_8), group);
    }

    static Delivery send(RawPeer peer, Session session, String address, byte[] body, @Nullable String group)
            throws IOException {
        Sender sender = sender(session, "to-" + address, address);
        sender.open();
        peer.until(() -> sender.getCredit() > 0);
        Delivery delivery = prepare(sender, body, group);
        peer.until(delivery::remotelySettled);
        return delivery;
    }

    static Delivery prepare(Sender sender, byte[] body, @Nullable String group) {
        Message message = Message.Factory.create();
        message.setGroupId(group);
        message.setBody(new Data(new Binary(body)));
        byte[] encoded = new byte[body.length + 1024];
        int length = message.encode(encoded, 0, encoded.length);
        Delivery delivery = sender.delivery("tag".getBytes(StandardCharsets.US_ASCII));
        sender.send(encoded, 0, length);
        sender.advance();
        return delivery;
    }

    static Message read(Receiver receiver) {
        byte[] encoded = new byte[receiver.current().pending()];
        receiver.recv(encoded, 0, encoded.length);
        Message message = Message.Factory.create();
        message.decode(encoded, 0, encoded.length);
        return message;
    }
}
