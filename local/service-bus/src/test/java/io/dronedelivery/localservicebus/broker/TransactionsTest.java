package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TransactionsTest {
    private final Namespace namespace = new Namespace().queue("in").queue("out").queue("small", Namespace.holding(250));
    private final Transactions transactions = new Transactions(namespace.broker());
    private final UUID id = transactions.declare();

    private Lock locked(String queue) {
        namespace.send(queue, namespace.message("work"));
        return namespace.receiver(queue).lock(0);
    }

    private void settle(String queue, Lock lock, Settlement settlement) {
        transactions.settle(id, namespace.entity(queue), lock.token(), settlement);
    }

    private void send(String queue, String body) {
        transactions.send(id, namespace.broker().destination(queue).orElseThrow(), List.of(namespace.message(body)));
    }

    @Test
    void a_dead_letter_cannot_be_dead_lettered_again_and_the_rest_of_the_transaction_is_done() {
        Lock work = locked("in");
        namespace.send("out", namespace.message("to be dead"));
        Namespace.Inbox out = namespace.receiver("out");
        namespace
                .entity("out")
                .deliveries()
                .settle(out.lock(0).token(), new Settlement.DeadLetter("why", null, Map.of()));
        Lock dead = namespace.receiver("out/$deadletterqueue").lock(0);

        settle("in", work, new Settlement.Complete());
        send("out", "result");
        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> settle("out/$deadletterqueue", dead, new Settlement.DeadLetter(null, null, Map.of())))
                .withMessageContaining("cannot be dead-lettered again");
        transactions.commit(id);

        assertThat(namespace.bodies("in")).isEmpty();
        assertThat(namespace.bodies("out")).containsExactly("result");
    }

    @Test
    void a_message_is_settled_once_in_a_transaction() {
        Lock work = locked("in");
        settle("in", work, new Settlement.Complete());
        send("out", "result");
        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> settle("in", work, new Settlement.Complete()))
                .withMessageContaining("settled in this transaction already");
        transactions.commit(id);

        assertThat(namespace.bodies("in")).isEmpty();
        assertThat(namespace.bodies("out")).containsExactly("result");
    }

    @Test
    void a_transaction_whose_lock_has_ended_does_nothing() {
        Lock first = locked("in");
        settle("in", first, new Settlement.Complete());
        send("out", "result");
        namespace.pass(Namespace.LOCK.plus(Duration.ofSeconds(1)));

        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> transactions.commit(id))
                .withMessageContaining("rolled back");
        assertThat(namespace.bodies("in")).containsExactly("work");
        assertThat(namespace.bodies("out")).isEmpty();
    }

    @Test
    void sends_that_only_fit_one_by_one_are_rolled_back_together() {
        Lock work = locked("in");
        settle("in", work, new Settlement.Complete());
        send("small", "x".repeat(60));
        send("small", "y".repeat(60));

        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> transactions.commit(id))
                .withMessageContaining("maximum entity size");
        assertThat(namespace.bodies("in")).containsExactly("work");
        assertThat(namespace.bodies("small")).isEmpty();
    }

    private static void assertRefused(String condition, ThrowingCallable step) {
        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(step)
                .satisfies(e -> assertThat(e.condition()).isEqualTo(condition));
    }

    @Test
    void a_transaction_has_as_many_sends_as_in_azure() {
        for (int i = 0; i < 100; i++) {
            send("out", "message " + i);
        }
        assertRefused(Conditions.RESOURCE_LIMIT_EXCEEDED, () -> send("out", "one more"));

        transactions.commit(id);
        assertThat(namespace.bodies("out")).hasSize(100);
    }

    @Test
    void a_connection_has_so_many_open_transactions() {
        for (int open = 1; open < 1000; open++) {
            transactions.declare();
        }
        assertRefused(Conditions.RESOURCE_LIMIT_EXCEEDED, transactions::declare);

        transactions.rollback(id);
        UUID last = transactions.declare();
        assertRefused(Conditions.RESOURCE_LIMIT_EXCEEDED, transactions::declare);

        namespace.pass(Duration.ofMinutes(2));
        assertRefused(Conditions.UNKNOWN_TRANSACTION, () -> transactions.rollback(last));
        transactions.declare();
    }

    @Test
    void sends_that_wait_for_the_end_of_their_transactions_take_room_until_then() {
        List<UUID> full = fill(transactions);
        AmqpMessage more = namespace.message("x".repeat(1500));
        Destination out = namespace.broker().destination("out").orElseThrow();
        assertRefused(Conditions.RESOURCE_LIMIT_EXCEEDED, () -> transactions.send(id, out, List.of(more)));

        transactions.rollback(full.get(0));
        transactions.send(id, out, List.of(more));
        namespace.pass(Duration.ofMinutes(2));
        assertThat(fill(transactions)).hasSameSizeAs(full);
    }

    @Test
    void a_connection_that_ends_rolls_its_transactions_back() {
        List<UUID> full = fill(transactions);
        transactions.close();

        assertRefused(Conditions.UNKNOWN_TRANSACTION, () -> transactions.commit(id));
        assertThat(fill(transactions)).hasSameSizeAs(full);
        assertThat(namespace.bodies("out")).isEmpty();
    }

    /** Begins transactions and sends as much as is taken; the rest of the room is less than a message. */
    private List<UUID> fill(Transactions toFill) {
        AmqpMessage message = namespace.message("x".repeat(1500));
        Destination out = namespace.broker().destination("out").orElseThrow();
        List<UUID> ids = new ArrayList<>();
        try {
            while (true) {
                UUID next = toFill.declare();
                ids.add(next);
                for (int i = 0; i < 100; i++) {
                    toFill.send(next, out, List.of(message));
                }
            }
        } catch (BrokerRefusal full) {
            assertThat(full).hasMessageContaining("uncommitted");
            return ids;
        }
    }
}
