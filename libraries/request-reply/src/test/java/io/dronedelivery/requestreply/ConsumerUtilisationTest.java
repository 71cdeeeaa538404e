package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.requestreply.ConsumerUtilisation.Room;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConsumerUtilisationTest {

    private static final Duration HALF_LIFE = Duration.ofSeconds(1);

    /** Not zero, as the real one is not. */
    private final AtomicLong now = new AtomicLong(-7_000_000_000L);

    private final ConsumerUtilisation utilisation = new ConsumerUtilisation(now::get);

    @Test
    void without_workers_it_is_zero() {
        pass(Duration.ofSeconds(5));

        assertThat(utilisation.value()).isZero();
        assertThat(utilisation.sinceLastLook()).isEqualTo(new Room(0, 0));
    }

    @Test
    void average_goes_half_the_way_in_a_half_life() {
        utilisation.room(true);
        pass(HALF_LIFE);
        assertThat(utilisation.value()).isEqualTo(0.5, within(1e-9));

        pass(HALF_LIFE);
        assertThat(utilisation.value()).isEqualTo(0.75, within(1e-9));

        utilisation.room(false);
        pass(HALF_LIFE);
        assertThat(utilisation.value()).isEqualTo(0.375, within(1e-9));
    }

    @Test
    void average_is_the_same_however_often_one_looks() {
        utilisation.room(true);
        for (int i = 0; i < 10; i++) {
            pass(HALF_LIFE.dividedBy(10));
            utilisation.value();
        }

        assertThat(utilisation.value()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void look_tells_the_share_of_time_with_room_since_the_one_before() {
        utilisation.room(true);
        pass(Duration.ofSeconds(3));
        utilisation.room(false);
        pass(Duration.ofSeconds(1));
        assertThat(utilisation.sinceLastLook()).isEqualTo(new Room(0.75, 0));

        pass(Duration.ofSeconds(1));
        assertThat(utilisation.sinceLastLook()).isEqualTo(new Room(0, 0));

        utilisation.room(true);
        pass(Duration.ofSeconds(1));
        assertThat(utilisation.sinceLastLook()).isEqualTo(new Room(1, 0));
    }

    @Test
    void look_tells_the_fewest_workers_with_room_since_the_one_before() {
        utilisation.room(true);
        utilisation.room(true);
        utilisation.room(true);
        utilisation.sinceLastLook();

        utilisation.room(false);
        utilisation.room(false);
        utilisation.room(true);
        assertThat(utilisation.sinceLastLook().fewest()).isEqualTo(1);
        assertThat(utilisation.sinceLastLook().fewest()).isEqualTo(2);
    }

    @Test
    void look_in_the_same_moment_is_no_division_by_zero() {
        utilisation.room(true);

        assertThat(utilisation.sinceLastLook().utilisation()).isZero();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
