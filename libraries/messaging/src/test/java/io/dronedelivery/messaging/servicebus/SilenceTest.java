package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {

    private static final int ENOUGH = 6;

    private final Silence silence = new Silence(ENOUGH);

    @Test
    void a_message_that_stays_the_oldest_while_nothing_is_delivered_is_suspicious() {
        silence.goesOn(3, false);

        assertThat(looksUntilSuspicious(3, 17)).isEqualTo(ENOUGH + 1);
    }

    @Test
    void it_is_suspicious_again_only_after_twice_as_many_looks_and_so_on() {
        silence.goesOn(3, false);
        looksUntilSuspicious(3, 17);

        assertThat(looksUntilSuspicious(3, 17)).isEqualTo(2 * ENOUGH);
        assertThat(looksUntilSuspicious(3, 17)).isEqualTo(4 * ENOUGH);
    }

    @Test
    void a_quiet_subscription_is_not() {
        silence.goesOn(3, false);

        assertNeverSuspicious(3, false, Silence.NOTHING, Silence.NOTHING);
    }

    @Test
    void a_subscription_whose_messages_others_receive_is_not() {
        silence.goesOn(3, false);

        assertNeverSuspicious(3, false, 17, 18);
    }

    @Test
    void a_subscription_that_cannot_be_looked_at_each_time_is_not() {
        silence.goesOn(3, false);

        assertNeverSuspicious(3, false, 17, Silence.NOTHING);
    }

    @Test
    void nothing_is_to_be_looked_at_while_the_consumer_works_or_has_just_got_something() {
        assertThat(silence.goesOn(0, false)).as("at first").isFalse();
        assertThat(silence.goesOn(0, false)).isTrue();
        assertThat(silence.goesOn(0, true)).as("works").isFalse();
        assertThat(silence.goesOn(1, false)).as("has got one").isFalse();
        assertThat(silence.goesOn(1, false)).isTrue();
    }

    @Test
    void work_in_between_makes_it_count_anew() {
        silence.goesOn(3, false);
        for (int look = 0; look < ENOUGH; look++) {
            assertThat(silence.isSuspicious(17)).isFalse();
        }
        silence.goesOn(3, true);
        silence.goesOn(3, false);

        assertThat(looksUntilSuspicious(3, 17)).isEqualTo(ENOUGH + 1);
    }

    @Test
    void what_is_proven_holds_until_something_is_delivered_or_another_message_is_the_oldest() {
        silence.goesOn(3, false);
        looksUntilSuspicious(3, 17);
        assertThat(silence.isProven(3)).isFalse();

        silence.proven();

        assertThat(silence.isProven(3)).isTrue();
        assertThat(silence.isProven(4)).as("before the next look").isFalse();
        silence.goesOn(3, false);
        silence.isSuspicious(17);
        assertThat(silence.isProven(3)).isTrue();
        silence.isSuspicious(18);
        assertThat(silence.isProven(3)).isFalse();
    }

    @Test
    void a_consumer_was_the_one_when_it_gets_what_waited_before_the_look_after_its_replacement() {
        assertThat(silence.wasTheOne(true)).as("not replaced").isFalse();

        silence.replacedInTheDark();
        assertThat(silence.wasTheOne(true)).isTrue();

        silence.replacedInTheDark();
        assertThat(silence.wasTheOne(false)).as("got nothing of it").isFalse();
        assertThat(silence.wasTheOne(true)).as("later").isFalse();
    }

    /** As the watchdog asks, with this message as the oldest. */
    private int looksUntilSuspicious(long delivered, long oldest) {
        int looks = 0;
        do {
            assertThat(silence.goesOn(delivered, false)).isTrue();
            looks++;
        } while (!silence.isSuspicious(oldest));
        return looks;
    }

    private void assertNeverSuspicious(long delivered, boolean works, long... oldest) {
        for (int look = 0; look < 100 * ENOUGH; look++) {
            assertThat(silence.goesOn(delivered, works)).isTrue();
            assertThat(silence.isSuspicious(oldest[look % oldest.length])).isFalse();
        }
    }
}
