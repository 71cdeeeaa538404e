package io.dronedelivery.localservicebus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** The requests of a raw peer to the management node of an entity. */
final class Requests {
    private static final String REPLY_TO = "replies";

    private final RawPeer peer;
    private final Session session;
    private final String entity;
    private final Sender requests;
    private final Receiver replies;
    private final List<Sender> others = new ArrayList<>();

    Requests(RawPeer peer, Session session, String entity) throws IOException {
        this.peer = peer;
        this.session = session;
        this.entity = entity;
        this.requests = FramesTest.sender(session, "requests", entity + "/$management");
        this.replies = FramesTest.receiver(session, "replies", entity + "/$management");
        ((Target) replies.getTarget()).setAddress(REPLY_TO);
        replies.open();
        requests.open();
        peer.until(() -> requests.getCredit() > 0 && replies.getRemoteState() == EndpointState.ACTIVE);
    }

    /** The credit that is left for requests. */
    int credit() {
        return requests.getCredit();
    }

    /** Gives credit for so many replies. */
    void takeReplies(int credit) {
        replies.flow(credit);
    }

    /** Sends as many requests as there is credit for over another link. Their replies go where those of the others go. */
    void sendOverAnotherLink(String name, String operation, Map<String, Object> body) throws IOException {
        sendAll(openAnotherLink(name), operation, body);
    }

    /** Another link for requests, whose replies go where those of the others go. */
    Sender openAnotherLink(String name) throws IOException {
        Sender another = FramesTest.sender(session, name, entity + "/$management");
        another.open();
        peer.until(() -> another.getCredit() > 0);
        others.add(another);
        return another;
    }

    /** Sends as many requests as there is credit for over each of the other links, and reads nothing. */
    void sendOverOtherLinks(String operation, Map<String, Object> body) throws IOException {
        for (Sender other : others) {
            sendAll(other, operation, body);
        }
    }

    private void sendAll(Sender link, String operation, Map<String, Object> body) throws IOException {
        while (link.getCredit() > 0) {
            send(link, operation, null, body);
        }
        peer.flush();
    }

    /** Sends a request and gives its reply the credit that it needs. */
    int ask(String operation, @Nullable String associatedLink, Map<String, Object> body) throws IOException {
        return (Integer) reply(operation, associatedLink, body)
                .getApplicationProperties()
                .getValue()
                .get("statusCode");
    }

    /** As {@link #ask}. Returns the value in the reply's body; null for a reply without one. */
    @Nullable
    Object askForBody(String operation, Map<String, Object> body) throws IOException {
        return reply(operation, null, body).getBody() instanceof AmqpValue value ? value.getValue() : null;
    }

    private Message reply(String operation, @Nullable String associatedLink, Map<String, Object> body)
            throws IOException {
        replies.flow(1);
        send(operation, associatedLink, body);
        peer.until(() -> replies.current() != null && !replies.current().isPartial());
        Message reply = FramesTest.read(replies);
        replies.current().settle();
        replies.advance();
        return reply;
    }

    /** Sends a request as soon as there is credit for it, and does not wait for its reply. */
    void send(String operation, @Nullable String associatedLink, Map<String, Object> body) throws IOException {
        peer.until(() -> requests.getCredit() > 0);
        send(requests, operation, associatedLink, body);
        peer.flush();
    }

    private static void send(Sender link, String operation, @Nullable String associatedLink, Map<String, Object> body) {
        Map<String, Object> properties = new HashMap<>(Map.of("operation", "com.microsoft:" + operation));
        if (associatedLink != null) {
            properties.put("associated-link-name", associatedLink);
        }
        Message request = Message.Factory.create();
        request.setReplyTo(REPLY_TO);
        request.setApplicationProperties(new ApplicationProperties(properties));
        request.setBody(new AmqpValue(body));
        byte[] encoded = new byte[4096];
        int length = request.encode(encoded, 0, encoded.length);
        Delivery delivery = link.delivery("request".getBytes(StandardCharsets.US_ASCII));
        link.send(encoded, 0, length);
        delivery.settle();
        link.advance();
    }
}
