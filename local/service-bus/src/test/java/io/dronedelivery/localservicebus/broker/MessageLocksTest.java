package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageLocksTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Namespace namespace = new Namespace().queue("q").queue("sessions", Namespace::sessions);

    @Test
    void what_a_receiver_leaves_behind_comes_again_when_its_lock_ends() {
        namespace.send("q", namespace.message("held"));
        Namespace.Inbox first = namespace.receiver("q");
        namespace.entity("q").deliveries().detach(first, false);
        Namespace.Inbox second = namespace.receiver("q");

        namespace.pass(Namespace.LOCK.minus(SECOND));
        assertThat(second.bodies(namespace)).isEmpty();
        namespace.pass(SECOND);
        assertThat(second.bodies(namespace)).containsExactly("held");
        assertThat(second.lock(0).message().deliveryCount()).isEqualTo(1);
    }

    @Test
    void a_renewed_lock_ends_later() {
        namespace.send("q", namespace.message("long work"));
        Namespace.Inbox inbox = namespace.receiver("q");
        namespace.pass(Namespace.LOCK.minus(SECOND));
        long end = namespace.entity("q").deliveries().renew(inbox.lock(0).token());
        assertThat(end).isEqualTo(namespace.now() + Namespace.LOCK.toMillis());
        namespace.pass(Namespace.LOCK.minus(SECOND));

        namespace.entity("q").deliveries().settle(inbox.lock(0).token(), new Settlement.Complete());
        assertThat(namespace.bodies("q")).isEmpty();
    }

    @Test
    void a_lock_that_has_ended_is_worth_nothing() {
        namespace.send("q", namespace.message("slow"));
        Namespace.Inbox inbox = namespace.receiver("q");
        namespace.pass(Namespace.LOCK);

        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() ->
                        namespace.entity("q").deliveries().settle(inbox.lock(0).token(), new Settlement.Complete()))
                .satisfies(e -> assertThat(e.condition()).isEqualTo(Conditions.MESSAGE_LOCK_LOST));
        assertThat(inbox.bodies(namespace)).containsExactly("slow", "slow");
    }

    @Test
    void a_renewed_session_lock_lasts_longer_and_then_ends() {
        namespace.send("sessions", namespace.message("m", "s", Map.of()));
        namespace.receiver("sessions", "s");
        SessionAccess sessions = namespace.entity("sessions").deliveries().sessionAccess(owner -> true);
        namespace.pass(Namespace.LOCK.minus(SECOND));
        sessions.renew("s");
        namespace.pass(Namespace.LOCK.minus(SECOND));
        sessions.renew("s");
        namespace.pass(Namespace.LOCK);

        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> sessions.renew("s"))
                .satisfies(e -> assertThat(e.condition()).isEqualTo(Conditions.SESSION_LOCK_LOST));
        Namespace.Inbox next = namespace.receiver("sessions", "s");
        assertThat(next.lock(0).message().deliveryCount()).isEqualTo(1);
    }
}
