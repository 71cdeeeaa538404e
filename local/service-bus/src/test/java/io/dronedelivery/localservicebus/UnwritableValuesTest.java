package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values that the engine can read but not write, such as an array of numbers within a map. */
class UnwritableValuesTest {
    private static final Long[] NUMBERS = {1L, 2L};

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(
            o -> o.queue("properties").queue("annotations").queue("changes"));

    @Test
    void an_application_property_that_could_not_be_written_again_is_refused() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Sender sender = sender(peer, peer.begin(), "properties");
            assertRefused(outcome(peer, sender, withProperty(described(List.of(Map.of("n", NUMBERS))))), "'odd'");
            assertRefused(outcome(peer, sender, withProperty(described(nested(1000)))), "'odd'");
            assertThat(outcome(peer, sender, withProperty(described("urn:a")))).isInstanceOf(Accepted.class);
        }
        assertThat(BUS.stats().entity("properties").active()).isEqualTo(1);
    }

    @Test
    void an_annotation_that_could_not_be_written_again_is_refused_and_others_leave_under_their_own_tags()
            throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Receiver receiver = FramesTest.receiver(session, "receiver", "annotations");
            receiver.open();
            receiver.flow(10);
            Sender sender = sender(peer, session, "annotations");
            Message odd = message();
            Map<Symbol, Object> annotations = new HashMap<>();
            annotations.put(Symbol.valueOf("x-odd"), List.of((Object) NUMBERS));
            odd.setMessageAnnotations(new MessageAnnotations(annotations));
            assertRefused(outcome(peer, sender, odd), "'x-odd'");
            assertThat(outcome(peer, sender, message())).isInstanceOf(Accepted.class);
            peer.until(() -> receiver.current() != null && !receiver.current().isPartial());
            assertThat(receiver.getQueued()).isEqualTo(1);
        }
    }

    @Test
    void a_message_stays_locked_when_a_change_of_it_could_not_be_written() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            assertThat(outcome(peer, sender(peer, session, "changes"), message()))
                    .isInstanceOf(Accepted.class);
            Receiver receiver = FramesTest.receiver(session, "receiver", "changes");
            receiver.open();
            receiver.flow(1);
            peer.until(() -> receiver.current() != null && !receiver.current().isPartial());
            Delivery delivery = receiver.current();

            Modified abandoned = new Modified();
            abandoned.setMessageAnnotations(Map.of("odd", NUMBERS));
            delivery.disposition(abandoned);
            peer.until(delivery::remotelySettled);

            assertRefused(delivery.getRemoteState(), "'odd'");
            assertThat(BUS.stats().entity("changes").locked()).isEqualTo(1);
        }
    }

    private static void assertRefused(Object outcome, String name) {
        assertThat(outcome).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.getError().getCondition().toString()).isEqualTo("amqp:not-implemented");
            assertThat(rejected.getError().getDescription()).contains(name);
        });
    }

    private static Object described(Object value) {
        return new UnknownDescribedType(Symbol.valueOf("x:uri"), value);
    }

    private static Object nested(int levels) {
        Object value = UnsignedInteger.ONE;
        for (int level = 0; level < levels; level++) {
            value = List.of(value);
        }
        return value;
    }

    private static Message message() {
        Message message = Message.Factory.create();
        message.setMessageId("id");
        message.setBody(new AmqpValue("body"));
        return message;
    }

    private static Message withProperty(Object value) {
        Message message = message();
        message.setApplicationProperties(new ApplicationProperties(new HashMap<>(Map.of("odd", value))));
        return message;
    }

    static Sender sender(RawPeer peer, Session session, String queue) throws IOException {
        Sender sender = FramesTest.sender(session, "sender", queue);
        sender.open();
        peer.until(() -> sender.getCredit() > 0);
        return sender;
    }

    static Object outcome(RawPeer peer, Sender sender, Message message) throws IOException {
        byte[] encoded = new byte[128 * 1024];
        int length = message.encode(encoded, 0, encoded.length);
        Delivery delivery = sender.delivery("tag".getBytes(StandardCharsets.US_ASCII));
        sender.send(encoded, 0, length);
        sender.advance();
        peer.until(delivery::remotelySettled);
        return delivery.getRemoteState();
    }
}
