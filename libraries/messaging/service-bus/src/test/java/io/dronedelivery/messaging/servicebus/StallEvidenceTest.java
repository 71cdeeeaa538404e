package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallEvidenceTest {

    private static final int SUSPICIOUS_CHECKS = 6;

    private final StallEvidence evidence = new StallEvidence(SUSPICIOUS_CHECKS);

    @Test
    void a_message_that_stays_the_oldest_while_nothing_is_delivered_is_suspicious() {
        evidence.isIdle(3, false);

        assertThat(checksUntilSuspicious(3, 17)).isEqualTo(SUSPICIOUS_CHECKS + 1);
    }

    @Test
    void it_is_suspicious_again_only_after_twice_as_many_looks_and_so_on() {
        evidence.isIdle(3, false);
        checksUntilSuspicious(3, 17);

        assertThat(checksUntilSuspicious(3, 17)).isEqualTo(2 * SUSPICIOUS_CHECKS);
        assertThat(checksUntilSuspicious(3, 17)).isEqualTo(4 * SUSPICIOUS_CHECKS);
    }

    @Test
    void a_quiet_subscription_is_not() {
        evidence.isIdle(3, false);

        assertNeverSuspicious(3, false, StallEvidence.NOTHING, StallEvidence.NOTHING);
    }

    @Test
    void a_subscription_whose_messages_others_receive_is_not() {
        evidence.isIdle(3, false);

        assertNeverSuspicious(3, false, 17, 18);
    }

    @Test
    void a_subscription_that_cannot_be_looked_at_each_time_is_not() {
        evidence.isIdle(3, false);

        assertNeverSuspicious(3, false, 17, StallEvidence.NOTHING);
    }

    @Test
    void nothing_is_to_be_looked_at_while_the_consumer_works_or_has_just_got_something() {
        assertThat(evidence.isIdle(0, false)).as("at first").isFalse();
        assertThat(evidence.isIdle(0, false)).isTrue();
        assertThat(evidence.isIdle(0, true)).as("works").isFalse();
        assertThat(evidence.isIdle(1, false)).as("has got one").isFalse();
        assertThat(evidence.isIdle(1, false)).isTrue();
    }

    @Test
    void work_in_between_makes_it_count_anew() {
        evidence.isIdle(3, false);
        for (int check = 0; check < SUSPICIOUS_CHECKS; check++) {
            assertThat(evidence.isSuspicious(17)).isFalse();
        }
        evidence.isIdle(3, true);
        evidence.isIdle(3, false);

        assertThat(checksUntilSuspicious(3, 17)).isEqualTo(SUSPICIOUS_CHECKS + 1);
    }

    @Test
    void what_is_proven_holds_until_something_is_delivered_or_another_message_is_the_oldest() {
        evidence.isIdle(3, false);
        checksUntilSuspicious(3, 17);
        assertThat(evidence.isProven(3)).isFalse();

        evidence.proven();

        assertThat(evidence.isProven(3)).isTrue();
        assertThat(evidence.isProven(4)).as("before the next look").isFalse();
        evidence.isIdle(3, false);
        evidence.isSuspicious(17);
        assertThat(evidence.isProven(3)).isTrue();
        evidence.isSuspicious(18);
        assertThat(evidence.isProven(3)).isFalse();
    }

    @Test
    void a_consumer_was_the_one_when_it_gets_what_waited_before_the_look_after_its_replacement() {
        assertThat(evidence.wasStalled(true)).as("not replaced").isFalse();

        evidence.restartedOnSuspicion();
        assertThat(evidence.wasStalled(true)).isTrue();

        evidence.restartedOnSuspicion();
        assertThat(evidence.wasStalled(false)).as("got nothing of it").isFalse();
        assertThat(evidence.wasStalled(true)).as("later").isFalse();
    }

    /** As the detector asks, with this message as the oldest. */
    private int checksUntilSuspicious(long delivered, long oldest) {
        int checks = 0;
        do {
            assertThat(evidence.isIdle(delivered, false)).isTrue();
            checks++;
        } while (!evidence.isSuspicious(oldest));
        return checks;
    }

    private void assertNeverSuspicious(long delivered, boolean works, long... oldest) {
        for (int check = 0; check < 100 * SUSPICIOUS_CHECKS; check++) {
            assertThat(evidence.isIdle(delivered, works)).isTrue();
            assertThat(evidence.isSuspicious(oldest[check % oldest.length])).isFalse();
        }
    }
}
