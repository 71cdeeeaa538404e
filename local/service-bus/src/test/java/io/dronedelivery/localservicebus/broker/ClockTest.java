package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClockTest {
    private final Namespace namespace = new Namespace().queue("q").queue("sessions", Namespace::sessions);

    @Test
    void a_scheduled_message_is_appended_at_its_time_with_a_new_number() {
        long number = namespace.schedule("q", namespace.message("S"), Duration.ofSeconds(10));
        namespace.send("q", namespace.message("A"), namespace.message("B"));
        namespace.pass(Duration.ofSeconds(11));

        Namespace.Inbox inbox = namespace.receiver("q");

        assertThat(inbox.bodies(namespace)).containsExactly("A", "B", "S");
        assertThat(inbox.sequences()).containsExactly(number + 1, number + 2, number + 3);
        assertThat(namespace.bodiesAfterRestart("q")).containsExactly("A", "B", "S");
    }

    @Test
    void a_scheduled_message_comes_last_in_its_session_too() {
        namespace.schedule("sessions", namespace.message("S", "s", Map.of()), Duration.ofSeconds(10));
        namespace.send("sessions", namespace.message("A", "s", Map.of()));
        namespace.pass(Duration.ofSeconds(10));

        assertThat(namespace.receiver("sessions", "s").bodies(namespace)).containsExactly("A", "S");
    }

    @Test
    void scheduled_messages_become_visible_in_the_order_of_their_times() {
        namespace.schedule("q", namespace.message("later"), Duration.ofSeconds(20));
        namespace.schedule("q", namespace.message("sooner"), Duration.ofSeconds(10));
        Namespace.Inbox inbox = namespace.receiver("q");

        namespace.pass(Duration.ofSeconds(9));
        assertThat(inbox.bodies(namespace)).isEmpty();
        namespace.pass(Duration.ofSeconds(1));
        assertThat(inbox.bodies(namespace)).containsExactly("sooner");
        namespace.pass(Duration.ofSeconds(10));
        assertThat(inbox.bodies(namespace)).containsExactly("sooner", "later");
    }

    @Test
    void a_duplicate_is_dropped_within_the_window_only() {
        Namespace once = new Namespace().queue("once", Namespace.noticingDuplicatesFor(Duration.ofSeconds(10)));
        once.send("once", once.message("m"), once.message("m"));
        once.pass(Duration.ofSeconds(9));
        once.send("once", once.message("m"));
        assertThat(once.bodies("once")).containsExactly("m");
        once.pass(Duration.ofSeconds(1));
        once.send("once", once.message("m"));
        assertThat(once.bodies("once")).containsExactly("m", "m");
    }

    @Test
    void a_message_is_seen_for_the_last_time_before_a_restart_not_for_the_first() {
        Namespace once = new Namespace().queue("once", Namespace.noticingDuplicatesFor(Duration.ofSeconds(10)));
        once.send("once", once.message("X"));
        once.pass(Duration.ofSeconds(1));
        once.send("once", once.message("Y"));
        once.pass(Duration.ofSeconds(9));
        once.send("once", once.message("X"));
        once.pass(Duration.ofSeconds(1));

        once.sendAfterRestart("once", once.message("Y"));

        assertThat(once.bodiesAfterRestart("once")).containsExactly("X", "Y", "X", "Y");
    }

    @Test
    void a_message_scheduled_on_a_topic_is_published_when_the_clock_was_set_back_meanwhile() {
        Namespace topic = new Namespace().topic("t", "1=1");
        topic.schedule("t", topic.message("sooner"), Duration.ofSeconds(10));
        topic.schedule("t", topic.message("later"), Duration.ofSeconds(20));
        topic.clockStepsBack(Duration.ofSeconds(5));

        topic.pass(Duration.ofSeconds(14));
        assertThat(topic.bodies("t/subscriptions/sub")).isEmpty();
        topic.pass(Duration.ofSeconds(1));
        assertThat(topic.bodies("t/subscriptions/sub")).containsExactly("sooner");
        topic.pass(Duration.ofSeconds(10));
        assertThat(topic.bodies("t/subscriptions/sub")).containsExactly("sooner", "later");
    }

    @Test
    void what_falls_due_because_the_clock_was_set_ahead_is_noticed_within_a_minute() {
        Namespace.Inbox inbox = namespace.receiver("q");
        namespace.schedule("q", namespace.message("S"), Duration.ofHours(1));
        namespace.pass(Duration.ofSeconds(1));
        namespace.clockStepsAhead(Duration.ofHours(1));

        namespace.pass(Duration.ofMinutes(1));

        assertThat(inbox.bodies(namespace)).containsExactly("S");
    }

    @Test
    void the_number_of_a_scheduled_message_is_worth_nothing_after_its_time() {
        long number = namespace.schedule("q", namespace.message("S"), Duration.ofSeconds(10));
        namespace.pass(Duration.ofSeconds(10));

        assertThatExceptionOfType(BrokerRefusal.class)
                .isThrownBy(() -> namespace.entity("q").cancelScheduled(number))
                .withMessageContaining("no scheduled message");
        assertThat(namespace.entity("q").counters().in()).isEqualTo(1);
    }
}
