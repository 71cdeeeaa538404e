package io.dronedelivery.servicekit.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.util.context.Context;

class DeadlineInContextTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Deadline soon = Deadline.after(HOUR);
    private final Deadline late = Deadline.after(DAY);

    @Test
    void the_earlier_deadline_holds_in_whichever_order_they_come() {
        assertThat(Deadline.current(late.putInto(soon.putInto(Context.empty()))))
                .isSameAs(soon);
        assertThat(Deadline.current(soon.putInto(late.putInto(Context.empty()))))
                .isSameAs(soon);
    }

    @Test
    void what_remains_is_the_shorter_of_the_deadline_and_the_limit() {
        Context context = soon.putInto(Context.empty());

        assertThat(Deadline.remaining(context)).isPositive().isLessThanOrEqualTo(HOUR);
        assertThat(Deadline.remainingUpTo(DAY, context)).isPositive().isLessThanOrEqualTo(HOUR);
        assertThat(Deadline.remainingUpTo(Duration.ofMillis(1), context)).isEqualTo(Duration.ofMillis(1));
        assertThat(soon.remainingMillis()).isPositive().isLessThanOrEqualTo(HOUR.toMillis());
        assertThat(soon.hasPassed()).isFalse();
    }

    @Test
    void a_request_without_a_deadline_has_the_limit() {
        assertThat(Deadline.current(Context.empty())).isNull();
        assertThat(Deadline.remaining(Context.empty())).isNull();
        assertThat(Deadline.remainingUpTo(DAY, Context.empty())).isEqualTo(DAY);
    }

    @Test
    void after_the_deadline_nothing_remains() {
        Deadline over = Deadline.after(HOUR.negated());

        assertThat(over.hasPassed()).isTrue();
        assertThat(over.remaining()).isZero();
        assertThat(over.remainingMillis()).isZero();
        assertThat(Deadline.exceeded().getBody().getType()).isEqualTo(ProblemType.DEADLINE_EXCEEDED.uri());
    }
}
