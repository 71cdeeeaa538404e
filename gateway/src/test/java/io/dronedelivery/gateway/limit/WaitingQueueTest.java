package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.settings.Priority;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit of one place that is taken, and what waits for it. */
class WaitingQueueTest {

    private static final int MAX_WAITING = 4;
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1_000 * MILLIS;

    private final ConcurrencyLimit limit = ConcurrencyLimit.fixed("test", 1, new LimitShares(80, 50), MAX_WAITING);
    private final Workload normal = limit.workload(Priority.NORMAL);
    private long now = System.nanoTime();

    WaitingQueueTest() {
        assertThat(limit.tryEnter(normal, 1)).isTrue();
    }

    private Waiting waits(Object caller) {
        return waits(normal, caller);
    }

    private Waiting waits(Workload workload, Object caller) {
        Waiting waiting = new Waiting(workload, 1, caller, now + SECOND);
        assertThat(limit.enter(waiting, now)).isEqualTo(Entry.WAITING);
        return waiting;
    }

    private void aPlaceIsFree() {
        now += MILLIS;
        limit.leave(1, now);
    }

    @Test
    void the_oldest_is_first() {
        Waiting first = waits("a");
        Waiting second = waits("a");

        aPlaceIsFree();
        assertThat(first.hasPlaces()).isTrue();
        assertThat(second.hasPlaces()).isFalse();
        aPlaceIsFree();
        assertThat(second.hasPlaces()).isTrue();
        assertThat(limit.waiting()).isZero();
    }

    @Test
    void a_higher_priority_is_before_a_lower_one() {
        Waiting background = waits(limit.workload(Priority.BACKGROUND), "a");
        Waiting later = waits("a");
        Waiting critical = waits(limit.workload(Priority.CRITICAL), "a");

        aPlaceIsFree();
        assertThat(critical.hasPlaces()).isTrue();
        aPlaceIsFree();
        assertThat(later.hasPlaces()).isTrue();
        aPlaceIsFree();
        assertThat(background.hasPlaces()).isTrue();
    }

    @Test
    void callers_take_turns() {
        Waiting first = waits("greedy");
        Waiting second = waits("greedy");
        Waiting other = waits("modest");

        aPlaceIsFree();
        assertThat(first.hasPlaces()).isTrue();
        aPlaceIsFree();
        assertThat(other.hasPlaces()).isTrue();
        assertThat(second.hasPlaces()).isFalse();
    }

    @Test
    void in_a_full_queue_a_caller_with_less_than_its_part_takes_the_place_of_the_one_with_most() {
        List<Waiting> greedy = new ArrayList<>();
        for (int i = 0; i < MAX_WAITING; i++) {
            greedy.add(waits("greedy"));
        }
        assertThat(limit.enter(new Waiting(normal, 1, "greedy"), now)).isEqualTo(Entry.QUEUE_FULL);

        waits("modest");
        waits("modest");

        assertThat(greedy).extracting(Waiting::refusal).containsExactly(null, null, Entry.QUEUE_FULL, Entry.QUEUE_FULL);
        assertThat(limit.enter(new Waiting(normal, 1, "modest"), now))
                .as("more than half is not its part")
                .isEqualTo(Entry.QUEUE_FULL);
        assertThat(limit.waiting()).isEqualTo(MAX_WAITING);
        assertThat(limit.refused(Priority.NORMAL, Entry.QUEUE_FULL)).isEqualTo(4);
    }

    @Test
    void who_leaves_is_not_in_the_way_of_the_others() {
        Waiting gone = waits("a");
        Waiting next = waits("a");

        limit.abandon(gone, now);
        aPlaceIsFree();

        assertThat(gone.hasPlaces()).isFalse();
        assertThat(next.hasPlaces()).isTrue();
    }

    @Test
    void who_has_waited_for_as_long_as_it_may_is_refused_once() {
        Waiting late = waits("a");

        limit.expire(late, late.latest());
        limit.expire(late, late.latest());
        aPlaceIsFree();

        assertThat(late.refusal()).isEqualTo(Entry.TOO_LATE);
        assertThat(late.hasPlaces()).isFalse();
        assertThat(limit.refused(Priority.NORMAL, Entry.TOO_LATE)).isEqualTo(1);
        assertThat(limit.inFlight()).isZero();
    }

    @Test
    void nobody_overtakes_one_who_needs_more_places() {
        ConcurrencyLimit two = ConcurrencyLimit.fixed("test", 2, new LimitShares(80, 50), MAX_WAITING);
        Workload work = two.workload(Priority.NORMAL);
        two.tryEnter(work, 1);
        Waiting both = new Waiting(work, 2, "a");
        assertThat(two.enter(both, now)).isEqualTo(Entry.WAITING);

        assertThat(two.tryEnter(work, 1)).isFalse();
        two.leave(1, now);

        assertThat(both.hasPlaces()).isTrue();
        assertThat(two.inFlight()).isEqualTo(2);
    }

    @Test
    void without_a_queue_nobody_waits() {
        ConcurrencyLimit without = ConcurrencyLimit.fixed("test", 1, new LimitShares(80, 50), 0);
        Workload work = without.workload(Priority.NORMAL);
        without.tryEnter(work, 1);

        assertThat(without.enter(new Waiting(work, 1, "a"), now)).isEqualTo(Entry.LIMIT_REACHED);
    }

    @Test
    void no_time_to_wait_is_too_late() {
        assertThat(limit.enter(new Waiting(normal, 1, "a", now), now)).isEqualTo(Entry.TOO_LATE);
    }

    @Test
    void few_who_leave_change_nothing() {
        ConcurrencyLimit crowded = ConcurrencyLimit.fixed("test", 1, new LimitShares(80, 50), 1_000);
        Workload work = crowded.workload(Priority.NORMAL);
        crowded.tryEnter(work, 1);
        List<Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(new Waiting(work, 1, "a"));
            crowded.enter(waiting.get(i), now);
        }
        crowded.abandon(waiting.get(99), now + MILLIS);
        for (int i = 0; i < 20; i++) {
            now += 30 * MILLIS;
            crowded.leave(1, now);
        }

        assertThat(waiting.subList(0, 20)).allMatch(Waiting::hasPlaces);
    }

    @Test
    void what_would_wait_longer_than_it_may_is_refused_at_once() {
        ConcurrencyLimit slow = ConcurrencyLimit.fixed("test", 1, new LimitShares(80, 50), 1_000);
        Workload work = slow.workload(Priority.NORMAL);
        slow.tryEnter(work, 1);
        for (int i = 0; i < 100; i++) {
            slow.enter(new Waiting(work, 1, "a"), now);
        }
        // Twenty places a second.
        for (int i = 0; i < 20; i++) {
            now += 50 * MILLIS;
            slow.leave(1, now);
        }
        assertThat(slow.waiting()).isEqualTo(80);

        assertThat(slow.enter(new Waiting(work, 1, "a", now + 3 * SECOND), now)).isEqualTo(Entry.TOO_LATE);
        assertThat(slow.enter(new Waiting(work, 1, "a", now + 6 * SECOND), now)).isEqualTo(Entry.WAITING);
        assertThat(slow.enter(new Waiting(work, 1, "other", now + SECOND), now))
                .as("callers take turns")
                .isEqualTo(Entry.WAITING);
        assertThat(slow.timeToDrain().toMillis()).isBetween(3_500L, 4_700L);
    }

    @Test
    void the_newest_is_first_while_callers_leave_because_they_wait_too_long() {
        ConcurrencyLimit crowded = ConcurrencyLimit.fixed("test", 1, new LimitShares(80, 50), 1_000);
        Workload work = crowded.workload(Priority.NORMAL);
        crowded.tryEnter(work, 1);
        List<Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(new Waiting(work, 1, "a"));
            crowded.enter(waiting.get(i), now);
        }
        // Within 1.2 s 40 are served and 40 leave: the last of those that are left would be served 0.6 s later.
        for (int i = 0; i < 40; i++) {
            now += 30 * MILLIS;
            crowded.abandon(waiting.get(99 - i), now);
            crowded.leave(1, now);
        }
        Waiting newest = new Waiting(work, 1, "a");
        crowded.enter(newest, now);

        now += MILLIS;
        crowded.leave(1, now);

        assertThat(newest.hasPlaces()).isTrue();
        assertThat(waiting.get(45).hasPlaces()).as("one of the oldest").isFalse();
    }
}
