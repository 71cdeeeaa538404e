package io.dronedelivery.lab.accounts.queuedesigns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KillInTheMiddleTest {

    private int killed;
    private final KillInTheMiddle kill = new KillInTheMiddle(1_000, () -> killed++);

    @Test
    void worker_is_killed_once_half_of_the_requests_are_over() throws Exception {
        kill.over(499);
        assertThat(killed).isZero();

        kill.over(520);
        kill.over(700);
        kill.atLast();

        assertThat(killed).isEqualTo(1);
    }

    @Test
    void requests_are_counted_anew_when_the_worker_is_dead() throws Exception {
        kill.over(520);
        kill.over(700);
        kill.over(900);

        assertThat(kill.after()).isEqualTo(700);
    }

    @Test
    void load_that_is_over_before_the_worker_is_dead_had_no_request_on_its_way() throws Exception {
        kill.over(520);

        assertThat(kill.after()).isEqualTo(1_000);
    }

    @Test
    void load_that_is_over_at_the_first_look_still_has_a_worker_killed() throws Exception {
        kill.atLast();

        assertThat(killed).isEqualTo(1);
        assertThat(kill.after()).isEqualTo(1_000);
    }
}
