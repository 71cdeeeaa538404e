package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client can make the broker hold. */
class BoundsTest {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int PART = 60_000;
    private static final int LARGE = 200_000;
    private static final Map<String, Object> ONE_MESSAGE = Map.of("from-sequence-number", 0L, "message-count", 1);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("q")
            .queue("unread", q -> q.lockDuration(Duration.ofMinutes(5)))
            .queue("drained")
            .queue("large")
            .queue("marks"));

    @ParameterizedTest
    @CsvSource({"q, true", "q, false", "q/$management, true", "q/$management, false"})
    void a_client_that_goes_on_with_a_message_that_was_refused_for_its_size_loses_its_connection(
            String address, boolean inOneMessage) throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Sender sender = FramesTest.sender(peer.begin(), "endless", address);
            sender.open();
            peer.until(() -> sender.getCredit() > 0);
            sender.delivery("tag".getBytes(StandardCharsets.US_ASCII));
            for (int sent = 0; sent < 400_000; sent += PART) {
                sender.send(new byte[PART], 0, PART);
                peer.flush();
            }
            peer.until(() -> sender.getRemoteState() == EndpointState.CLOSED);
            assertThat(sender.getRemoteCondition().getCondition().toString())
                    .isEqualTo("amqp:link:message-size-exceeded");

            assertThat(isEndedBy(peer, () -> {
                        for (int delivery = 0; delivery * PART < 2 * MEBIBYTE; delivery++) {
                            peer.sendFrame(transfer(inOneMessage ? 0 : delivery, inOneMessage));
                        }
                    }))
                    .isTrue();
        }
    }

    /** What a client does that does not look at what the broker says. */
    private interface Talk {
        void run() throws IOException;
    }

    /** Whether the connection is ended for what the client says. As long as it is not, a session can begin on it. */
    private static boolean isEndedBy(RawPeer peer, Talk talk) throws IOException {
        try {
            talk.run();
            peer.session();
            return peer.performativesUntil(RawPeer.BEGIN, RawPeer.CLOSE).contains(RawPeer.CLOSE);
        } catch (SocketException | EOFException e) {
            // It was cut while we were still talking.
            return true;
        }
    }

    /** A transfer on the first link: its handle, the delivery, tag, format, not settled, and whether there is more of it. */
    private static int[] transfer(int delivery, boolean more) {
        int[] performative = {
            0x00, 0x53, 0x14, 0xc0, 10, 6, 0x43, 0x52, delivery, 0xa0, 1, 't', 0x43, 0x42, more ? 0x41 : 0x42
        };
        return Arrays.copyOf(performative, performative.length + PART);
    }

    @Test
    void credit_for_requests_comes_when_their_replies_have_left() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Requests requests = new Requests(peer, session, "q");
            int credit = requests.credit();
            for (int i = 0; i < credit; i++) {
                requests.send("peek-message", null, ONE_MESSAGE);
            }
            peer.begin();
            assertThat(requests.credit()).isZero();

            requests.takeReplies(credit);
            peer.until(() -> requests.credit() == credit);
        }
    }

    @Test
    void a_client_that_takes_no_replies_to_ever_more_requests_loses_its_connection() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Requests requests = new Requests(peer, peer.begin(), "q");
            for (int link = 0; link < 10; link++) {
                requests.sendOverAnotherLink("another-" + link, "peek-message", ONE_MESSAGE);
            }
            assertThat(isEndedBy(peer, () -> requests.send("peek-message", null, ONE_MESSAGE)))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messages_wait_in_their_queue_while_the_client_that_has_credit_for_them_does_not_read(boolean windowCloses)
            throws IOException {
        int messages = 250;
        try (RawPeer sending = RawPeer.connect(BUS.bus());
                RawPeer slow = RawPeer.connect(BUS.bus())) {
            send(sending, "unread", messages);
            Session session = slow.begin(windowCloses ? MEBIBYTE : Integer.MAX_VALUE);
            Sender marks = FramesTest.sender(session, "marks", "marks");
            marks.open();
            Receiver receiver = FramesTest.receiver(session, "slow", "unread");
            receiver.open();
            slow.until(() -> marks.getCredit() > 0 && receiver.getRemoteState() == EndpointState.ACTIVE);

            receiver.flow(messages);
            slow.flush();
            long marked = BUS.stats().entity("marks").in();
            FramesTest.prepare(marks, new byte[1], null);
            slow.flush();
            // It came behind the credit, in the same round or a later one.
            await().atMost(Clients.WAIT).until(() -> BUS.stats().entity("marks").in() > marked);
            // The rest is in the sockets' buffers.
            assertThat(BUS.stats().entity("unread").locked()).isLessThan(messages * 3 / 4);

            for (int i = 0; i < messages; i++) {
                slow.until(
                        () -> receiver.current() != null && !receiver.current().isPartial());
                Delivery delivery = receiver.current();
                assertThat(((Data) FramesTest.read(receiver).getBody())
                                .getValue()
                                .getLength())
                        .isEqualTo(LARGE);
                receiver.advance();
                delivery.disposition(Accepted.getInstance());
                delivery.settle();
            }
            slow.begin();
            await().atMost(Clients.WAIT)
                    .until(() -> BUS.stats().entity("unread").bytes() == 0);
        }
    }

    @Test
    void a_client_that_drains_its_link_gets_all_that_there_is() throws IOException {
        int messages = 40;
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            send(peer, "drained", messages);
            Receiver receiver = FramesTest.receiver(peer.begin(), "draining", "drained");
            receiver.open();
            receiver.drain(2 * messages);
            peer.until(() -> !receiver.draining());
            int came = 0;
            for (; receiver.current() != null; receiver.advance()) {
                came++;
            }
            assertThat(came).isEqualTo(messages);
        }
    }

    private static void send(RawPeer peer, String queue, int messages) throws IOException {
        Sender sender = FramesTest.sender(peer.begin(), "to-" + queue, queue);
        sender.open();
        for (int i = 0; i < messages; i++) {
            peer.until(() -> sender.getCredit() > 0);
            Delivery delivery = FramesTest.prepare(sender, new byte[LARGE], null);
            peer.until(delivery::remotelySettled);
        }
    }

    @Test
    void a_client_that_gives_credit_for_replies_and_reads_none_of_them_loses_its_connection() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            send(peer, "large", 1);
            Requests requests = new Requests(peer, peer.begin(), "large");
            int links = 10;
            for (int link = 0; link < links; link++) {
                requests.openAnotherLink("another-" + link);
            }
            requests.takeReplies(links * requests.credit());
            assertThat(isEndedBy(peer, () -> requests.sendOverOtherLinks("peek-message", ONE_MESSAGE)))
                    .isTrue();
        }
    }
}
