package io.dronedelivery.requestreply.servicebus;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.settings.Contradiction;
import io.dronedelivery.messaging.settings.Contradiction.ContradictionSeverity;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobLockCheckTest {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final Duration WORK = Duration.ofMillis(200);
    private static final int BUFFER = 4096;

    @Test
    void as_many_jobs_as_are_done_within_the_lock_may_be_held() {
        assertThat(check(300, LOCK, ZERO).contradictions()).isEmpty();
        assertThat(check(1, LOCK, ZERO).contradictions()).isEmpty();
    }

    @Test
    void prefetch_beyond_the_lock_is_warned_about_with_the_one_that_fits() {
        Contradiction found = check(3000, LOCK, ZERO).contradictions().get(0);

        assertThat(found.severity()).isEqualTo(ContradictionSeverity.WARNING);
        assertThat(found.problem())
                .isEqualTo(
                        "test.workers.prefetch is 3000; at test.servicebus.expected-handler-time=PT0.2S the last job that a worker holds waits PT10M, longer than the lock of PT1M: it is delivered again and again, done more than once, and ends in the dead letters");
        assertThat(found.remedy())
                .isEqualTo("Lower test.workers.prefetch to 300, or declare the queue with a longer lock");
    }

    @Test
    void renewal_that_covers_the_wait_is_mentioned() {
        assertThat(check(3000, LOCK, Duration.ofMinutes(10)).contradictions())
                .singleElement()
                .satisfies(found -> assertThat(found.problem()).endsWith("so it depends on the renewal of the lock"));
    }

    @Test
    void prefetch_beyond_the_buffer_of_the_sdk_is_an_error() {
        JobLockCheck check = new JobLockCheck("test", 257, DEADLINE, LOCK, ZERO, WORK, 256);

        assertThat(check.contradictions()).singleElement().satisfies(found -> {
            assertThat(found.severity()).isEqualTo(ContradictionSeverity.ERROR);
            assertThat(found.problem()).contains("test.workers.prefetch is 257", "holds 256 messages");
            assertThat(found.remedy()).contains("-Dreactor.bufferSize.small=512");
        });
        assertThat(new JobLockCheck("test", 256, DEADLINE, LOCK, ZERO, WORK, 256).contradictions())
                .isEmpty();
    }

    @Test
    void deadline_beyond_lock_and_renewal_is_warned_about() {
        Duration shorter = Duration.ofSeconds(4);

        assertThat(check(1, shorter, ZERO).contradictions())
                .singleElement()
                .satisfies(found -> assertThat(found.problem())
                        .contains("test.deadline is PT5S", "the lock of PT4S", "lock-renewal, which is PT0S"));
        assertThat(check(1, shorter, DEADLINE).contradictions()).isEmpty();
        assertThat(check(1, DEADLINE, ZERO).contradictions()).isEmpty();
    }

    private static JobLockCheck check(int prefetch, Duration lock, Duration renewal) {
        return new JobLockCheck("test", prefetch, DEADLINE, lock, renewal, WORK, BUFFER);
    }
}
