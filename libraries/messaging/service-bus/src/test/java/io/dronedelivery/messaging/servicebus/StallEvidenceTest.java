package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallEvidenceTest {

    private static final int SUSPICIOUS_CHECKS = 6;

    private final StallEvidence evidence = new StallEvidence(SUSPICIOUS_CHECKS);

    @Test
    void a_message_that_stays_the_oldest_while_nothing_is_delivered_is_suspicious() {
        assertThat(checksUntilSuspicious(17)).isEqualTo(SUSPICIOUS_CHECKS + 1);
    }

    @Test
    void it_is_suspicious_again_only_after_twice_as_many_looks_and_so_on() {
        checksUntilSuspicious(17);

        assertThat(checksUntilSuspicious(17)).isEqualTo(2 * SUSPICIOUS_CHECKS);
        assertThat(checksUntilSuspicious(17)).isEqualTo(4 * SUSPICIOUS_CHECKS);
    }

    @Test
    void a_quiet_subscription_is_not() {
        assertNeverSuspicious(StallEvidence.NOTHING, StallEvidence.NOTHING);
    }

    @Test
    void a_subscription_whose_messages_others_receive_is_not() {
        assertNeverSuspicious(17, 18);
    }

    @Test
    void a_subscription_that_cannot_be_looked_at_each_time_is_not() {
        assertNeverSuspicious(17, StallEvidence.NOTHING);
    }

    @Test
    void work_in_between_makes_it_count_anew() {
        for (int check = 0; check < SUSPICIOUS_CHECKS; check++) {
            assertThat(evidence.isSuspicious(17)).isFalse();
        }
        evidence.isSuspicious(StallEvidence.NOTHING);
        assertThat(checksUntilSuspicious(17)).isEqualTo(SUSPICIOUS_CHECKS + 1);
    }

    @Test
    void what_is_proven_holds_until_something_of_the_lane_is_delivered_or_another_message_is_the_oldest() {
        checksUntilSuspicious(17);
        assertThat(evidence.isProven(lane -> 3)).isFalse();

        evidence.proven("lane-5", 3);

        assertThat(evidence.isProven(lane -> lane.equals("lane-5") ? 3 : 100)).isTrue();
        assertThat(evidence.isProven(lane -> 4)).as("before the next look").isFalse();
        evidence.isSuspicious(17);
        assertThat(evidence.isProven(lane -> 3)).isTrue();
        evidence.isSuspicious(18);
        assertThat(evidence.isProven(lane -> 3)).isFalse();
    }

    @Test
    void a_lane_is_silent_from_the_first_suspicion_until_another_message_is_the_oldest() {
        for (int check = 0; check < SUSPICIOUS_CHECKS; check++) {
            evidence.isSuspicious(17);
            assertThat(evidence.isSilent()).isFalse();
        }
        evidence.isSuspicious(17);
        assertThat(evidence.isSilent()).isTrue();
        evidence.isSuspicious(17);
        assertThat(evidence.isSilent()).isTrue();
        evidence.isSuspicious(18);
        assertThat(evidence.isSilent()).isFalse();
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
    private int checksUntilSuspicious(long oldest) {
        int checks = 0;
        do {
            checks++;
        } while (!evidence.isSuspicious(oldest));
        return checks;
    }

    private void assertNeverSuspicious(long... oldest) {
        for (int check = 0; check < 100 * SUSPICIOUS_CHECKS; check++) {
            assertThat(evidence.isSuspicious(oldest[check % oldest.length])).isFalse();
        }
    }
}
