package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForwardingTest {
    private static void deadLetter(Namespace namespace, String queue) {
        Namespace.Inbox inbox = namespace.receiver(queue);
        namespace
                .entity(queue)
                .deliveries()
                .settle(inbox.lock(0).token(), new Settlement.DeadLetter("broken", null, Map.of()));
        namespace.broker().settleDown();
    }

    @Test
    void a_dead_letter_that_its_target_does_not_take_stays_in_the_transfer_dead_letters() {
        Namespace namespace = new Namespace()
                .queue("source", Namespace.forwardingDeadLetters("target"))
                .queue("target", Namespace::sessions);
        namespace.send("source", namespace.message("no session"));
        deadLetter(namespace, "source");

        assertThat(namespace.bodies("source")).isEmpty();
        assertThat(namespace.bodies("source/$Transfer/$DeadLetterQueue")).containsExactly("no session");
        assertThat(namespace.bodiesAfterRestart("source/$Transfer/$DeadLetterQueue"))
                .containsExactly("no session");
        assertThat(namespace.bodies("target")).isEmpty();
    }

    @Test
    void a_dead_letter_stays_with_its_entity_when_the_target_is_full() {
        Namespace namespace = new Namespace()
                .queue("source", Namespace.forwardingDeadLetters("target"))
                .queue("target", Namespace.holding(10));
        namespace.send("source", namespace.message("too long for it"));
        deadLetter(namespace, "source");

        assertThat(namespace.bodies("source/$Transfer/$DeadLetterQueue")).containsExactly("too long for it");
    }

    @Test
    void a_dead_letter_that_comes_back_to_its_entity_stays_there() {
        Namespace namespace =
                new Namespace().topic("events", "1=1", Namespace::sessions, Namespace.forwardingDeadLetters("events"));
        namespace.send("events", namespace.message("no session"));

        assertThat(namespace.bodies("events/subscriptions/sub/$Transfer/$DeadLetterQueue"))
                .contains("no session");
    }

    @Test
    void a_dead_letter_that_is_forwarded_on_still_tells_where_it_died() {
        Namespace namespace = new Namespace()
                .queue("source", Namespace.forwardingDeadLetters("relay"))
                .queue("relay", Namespace.forwarding("events"))
                .topic("events", "1=1", Namespace.forwarding("central"))
                .queue("central");
        namespace.send("source", namespace.message("done"), namespace.message("dead"));
        Namespace.Inbox inbox = namespace.receiver("source");
        namespace
                .entity("source")
                .deliveries()
                .settle(inbox.lock(1).token(), new Settlement.DeadLetter("broken", null, Map.of()));
        namespace.broker().settleDown();

        StoredMessage dead = namespace.receiver("central").lock(0).message();
        assertThat(dead.deadLetterSource()).isEqualTo("source");
        assertThat(dead.enqueuedSequence()).isEqualTo(2);
        assertThat(dead.sequence()).isEqualTo(1);
    }

    @Test
    void a_subscription_that_does_not_want_a_message_has_no_say_in_its_publication() {
        Namespace namespace = new Namespace()
                .topic("colours", "colour='red'", Namespace.forwarding("target"))
                .topic("sizes", "size='big'", Namespace.holding(10))
                .queue("target", Namespace::sessions);

        namespace.send("colours", coloured(namespace, "blue"));
        namespace.send("sizes", namespace.message("small, but larger than the subscription"));

        assertThat(namespace.bodies("target")).isEmpty();
        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> namespace.send("sizes", namespace.message("large", null, Map.of("size", "big"))))
                .withMessageContaining("maximum entity size");
    }

    @Test
    void what_a_forwarding_subscription_wants_and_its_target_does_not_take_is_a_transfer_dead_letter() {
        Namespace namespace = new Namespace()
                .topic("colours", "colour='red'", Namespace.forwarding("target"))
                .queue("target", Namespace::sessions);

        namespace.send("colours", coloured(namespace, "red"));

        assertThat(namespace.bodies("colours/subscriptions/sub/$Transfer/$DeadLetterQueue"))
                .containsExactly("red");
        assertThat(namespace.bodiesAfterRestart("colours/subscriptions/sub/$Transfer/$DeadLetterQueue"))
                .containsExactly("red");
    }

    private static AmqpMessage coloured(Namespace namespace, String colour) {
        return namespace.message(colour, null, Map.of("colour", colour));
    }
}
