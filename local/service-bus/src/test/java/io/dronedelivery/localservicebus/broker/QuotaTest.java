package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.message.Message;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What counts towards {@code maxSizeBytes}. */
class QuotaTest {
    private static void assertFull(ThrowingCallable step) {
        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(step)
                .satisfies(e -> assertThat(e.condition()).isEqualTo(Conditions.RESOURCE_LIMIT_EXCEEDED));
    }

    @Test
    void messages_that_wait_in_a_topic_for_their_time() {
        Namespace namespace = new Namespace().topicHolding("t", 200);
        Topic topic = namespace.broker().topic("t").orElseThrow();
        AmqpMessage message = namespace.message("x".repeat(60));

        topic.check(List.of(message));
        namespace.schedule("t", message, Duration.ofSeconds(1));
        assertFull(() -> topic.check(List.of(message)));

        namespace.pass(Duration.ofSeconds(1));
        topic.check(List.of(message));
    }

    @Test
    void annotations() {
        Namespace namespace = new Namespace().queue("q", Namespace.holding(1000));
        Message message = Message.Factory.create();
        message.setMessageAnnotations(new MessageAnnotations(Map.of(Symbol.valueOf("x-note"), "x".repeat(2000))));
        byte[] bytes = new byte[4096];
        int length = message.encode(bytes, 0, bytes.length);

        AmqpMessage annotated =
                AmqpMessage.parse(bytes, 0, length, namespace.broker().codec());
        assertFull(() -> namespace.send("q", annotated));
    }

    @Test
    void dead_letters_of_a_subscription_whose_target_takes_no_more() {
        Namespace namespace = new Namespace()
                .topic("t", "1=1", Namespace.forwarding("target"), Namespace.holding(200))
                .queue("target", Namespace.holding(10));
        AmqpMessage message = namespace.message("x".repeat(60));

        namespace.send("t", message);
        assertFull(() -> namespace.send("t", message));

        assertThat(namespace.bodies("t/subscriptions/sub/$transfer/$deadletterqueue"))
                .hasSize(1);
    }

    @Test
    void states_of_sessions() {
        Namespace namespace = new Namespace().queue("q", Namespace::sessions, Namespace.holding(200));
        namespace.receiver("q", "a");
        namespace.receiver("q", "b");
        SessionAccess sessions = namespace.entity("q").deliveries().sessionAccess(owner -> true);
        AmqpMessage message = namespace.message("x", "a", Map.of());

        sessions.state("a", new byte[150]);
        assertFull(() -> sessions.state("b", new byte[100]));
        sessions.state("a", new byte[190]);
        assertFull(() -> namespace.send("q", message));
        assertFull(() -> namespace.sendAfterRestart("q", message));

        assertThat(sessions.state("b")).isNull();
        sessions.state("a", null);
        sessions.state("b", new byte[100]);
        namespace.send("q", message);
    }

    @Test
    void message_ids_that_a_queue_remembers_for_duplicate_detection() {
        Duration window = Duration.ofSeconds(10);
        Namespace namespace =
                new Namespace().queue("q", Namespace.holding(1000), Namespace.noticingDuplicatesFor(window));
        AmqpMessage last = namespace.message("one more");

        sendAndComplete(namespace, 6);
        assertFull(() -> namespace.send("q", last));
        assertFull(() -> namespace.sendAfterRestart("q", last));
        assertThat(namespace.bodies("q")).isEmpty();

        namespace.pass(window);
        namespace.send("q", last);
    }

    private static void sendAndComplete(Namespace namespace, int messages) {
        Namespace.Inbox inbox = namespace.receiver("q");
        for (int i = 0; i < messages; i++) {
            namespace.send("q", namespace.message("message " + i));
            namespace.entity("q").deliveries().settle(inbox.lock(i).token(), new Settlement.Complete());
        }
    }

    @Test
    void message_ids_that_a_topic_or_a_forwarding_queue_remembers() {
        Namespace namespace = new Namespace()
                .topicHolding("topic", 1000, Duration.ofSeconds(10))
                .queue(
                        "forwarding",
                        Namespace.holding(1000),
                        Namespace.noticingDuplicatesFor(Duration.ofSeconds(10)),
                        Namespace.forwarding("target"))
                .queue("target");

        for (String entity : List.of("topic", "forwarding")) {
            for (int i = 0; i < 6; i++) {
                namespace.send(entity, namespace.message("message " + i));
            }
            assertFull(() -> namespace.send(entity, namespace.message("x".repeat(60))));
        }
        assertThat(namespace.bodies("target")).hasSize(6);
    }
}
