package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.event.RetryState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class GroupProgressTest {

    private static final TopicPartition PARTITION = new TopicPartition("requests", 0);
    private static final TopicPartition OTHER = new TopicPartition("requests", 1);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final GroupProgress progress = new GroupProgress(2, 3);

    @Test
    void an_offset_is_committed_when_everything_before_it_is_done() {
        GroupProgress.Work first = taken(10);
        GroupProgress.Work second = taken(12);
        second.ended(true);
        assertThat(progress.toCommit()).isEmpty();

        first.ended(true);

        assertThat(progress.toCommit()).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(13)));
    }

    @Test
    void what_the_broker_knows_is_not_committed_again() {
        taken(10).ended(true);
        progress.committed(progress.toCommit());
        assertThat(progress.toCommit()).isEmpty();
    }

    @Test
    void records_that_were_buffered_before_a_partition_was_given_up_and_came_back_are_not_begun() {
        progress.polled(record(50));
        progress.leave(List.of(PARTITION), Duration.ZERO);
        progress.forget(List.of(PARTITION));
        progress.polled(record(40));
        progress.polled(record(50));

        assertThat(progress.take(record(50))).isNull();
        assertThat(progress.take(record(40))).isNotNull();
        assertThat(progress.take(record(50))).isNotNull();
    }

    @Test
    void nothing_is_begun_after_something_was_left_undone() {
        GroupProgress.Work first = taken(10);
        GroupProgress.Work second = taken(11);
        first.ended(false);
        assertThat(second.mayBegin()).isFalse();
        second.ended(false);
        assertThat(progress.toCommit()).isEmpty();
    }

    @Test
    void leaving_waits_no_longer_than_it_has_patience_and_then_ends_what_runs() {
        AtomicBoolean ended = new AtomicBoolean();
        taken(10).givenUp().subscribe(nothing -> {}, failure -> {}, () -> ended.set(true));

        progress.leave(List.of(PARTITION), Duration.ofMillis(20));

        assertThat(ended).isTrue();
    }

    @Test
    void leaving_waits_for_what_runs_and_knows_its_offset_afterwards() throws InterruptedException {
        GroupProgress.Work work = taken(10);
        Thread consumer = new Thread(() -> progress.leave(List.of(PARTITION), Duration.ofHours(1)));
        consumer.start();
        await().atMost(TIMEOUT).until(() -> consumer.getState() == Thread.State.TIMED_WAITING);
        assertThat(work.mayBegin()).isFalse();

        work.ended(true);

        consumer.join(TIMEOUT.toMillis());
        assertThat(consumer.isAlive()).isFalse();
        assertThat(progress.toCommit()).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(11)));
    }

    @Test
    void giving_up_ends_all_work_and_takes_no_more_records() {
        AtomicBoolean ended = new AtomicBoolean();
        taken(10).givenUp().subscribe(nothing -> {}, failure -> {}, () -> ended.set(true));
        assertThat(progress.isClosed()).isFalse();

        progress.giveUp();

        assertThat(ended).isTrue();
        assertThat(progress.isClosed()).isTrue();
        progress.polled(record(11));
        assertThat(progress.take(record(11))).isNull();
    }

    @Test
    void a_record_is_tried_once_more_only_while_its_member_stays_and_has_the_partition() {
        GroupProgress.Work work = taken(10);
        assertThat(work.mayBegin()).isTrue();
        assertThat(work.mayRepeat()).isTrue();

        progress.close();
        assertThat(work.mayBegin()).isTrue();
        assertThat(work.mayRepeat()).isFalse();

        progress.giveUp(List.of(PARTITION));
        assertThat(work.mayBegin()).isFalse();
    }

    @Test
    void a_partition_is_full_while_too_much_waits_for_one_that_is_not_done_and_no_other_partition_is() {
        GroupProgress.Work first = taken(1);
        taken(2).ended(true);
        assertThat(progress.full()).isEmpty();
        taken(3).ended(true);
        taken(OTHER, 1);
        assertThat(progress.full()).containsExactly(PARTITION);

        first.ended(true);

        assertThat(progress.full()).isEmpty();
        assertThat(progress.uncommitted()).isEqualTo(1);
    }

    @Test
    void a_partition_is_full_while_too_much_of_it_is_in_work() {
        GroupProgress.Work first = taken(1);
        taken(2);
        taken(OTHER, 1);
        assertThat(progress.full()).containsExactly(PARTITION);

        first.ended(true);

        assertThat(progress.full()).isEmpty();
    }

    @Test
    void what_the_record_has_cost_that_holds_an_offset_back_is_committed_with_it_and_known_to_the_next_member() {
        GroupProgress.Work first = taken(10);
        taken(11).ended(true);
        RetryState retryState = new RetryState(1, 2, Duration.ofSeconds(3));
        first.retryStateChanged(retryState);

        Map<TopicPartition, OffsetAndMetadata> committed = progress.toCommit();

        assertThat(committed).containsOnlyKeys(PARTITION);
        assertThat(committed.get(PARTITION).offset()).isEqualTo(10);
        progress.committed(committed);
        assertThat(progress.toCommit()).isEmpty();
        GroupProgress next = new GroupProgress(2, 3);
        next.assigned(PARTITION, committed.get(PARTITION));
        assertThat(next.toCommit()).isEmpty();
        next.polled(record(PARTITION, 10));
        next.polled(record(PARTITION, 11));
        GroupProgress.Work again = Objects.requireNonNull(next.take(record(PARTITION, 10)));
        assertThat(again.retryState()).isEqualTo(retryState);
        assertThat(Objects.requireNonNull(next.take(record(PARTITION, 11))).retryState())
                .isEqualTo(RetryState.NONE);
        again.ended(true);
        assertThat(next.toCommit()).isEqualTo(Map.of(PARTITION, new OffsetAndMetadata(11)));
    }

    @Test
    void what_a_record_has_cost_that_is_no_longer_there_is_not_what_the_next_one_has_cost() {
        RetryState retryState = new RetryState(1, 2, Duration.ofSeconds(3));
        progress.assigned(PARTITION, new OffsetAndMetadata(10, retryState.toString()));

        assertThat(taken(12).retryState()).isEqualTo(RetryState.NONE);
    }

    @Test
    void what_a_record_behind_a_gap_has_cost_is_known_to_the_next_member() {
        RetryState retryState = new RetryState(1, 2, Duration.ofSeconds(3));
        taken(10).ended(true);
        progress.committed(progress.toCommit());
        GroupProgress.Work first = taken(12);
        assertThat(progress.toCommit()).isEmpty();
        first.retryStateChanged(retryState);

        GroupProgress next = new GroupProgress(2, 3);
        next.assigned(PARTITION, Objects.requireNonNull(progress.toCommit().get(PARTITION)));

        next.polled(record(PARTITION, 12));
        assertThat(Objects.requireNonNull(next.take(record(PARTITION, 12))).retryState())
                .isEqualTo(retryState);
    }

    @Test
    void the_lag_counts_from_what_is_committed_and_not_from_what_was_polled() {
        taken(10);
        progress.end(PARTITION, 20);
        assertThat(progress.lag()).isEqualTo(10);

        progress.committed(Map.of(PARTITION, new OffsetAndMetadata(15)));

        assertThat(progress.lag()).isEqualTo(5);
    }

    @Test
    void the_age_of_the_oldest_is_that_of_the_first_that_is_not_done() {
        assertThat(progress.oldestAge()).isZero();
        GroupProgress.Work first = taken(10);
        assertThat(progress.oldestAge()).isGreaterThan(Duration.ofDays(365));
        first.ended(true);
        assertThat(progress.oldestAge()).isZero();
    }

    @Test
    void it_is_quiet_when_nothing_runs() {
        GroupProgress.Work first = taken(1);
        AtomicBoolean quiet = new AtomicBoolean();
        progress.close();
        progress.quiet().subscribe(nothing -> {}, failure -> {}, () -> quiet.set(true));
        progress.polled(record(2));
        assertThat(progress.take(record(2))).isNull();
        assertThat(quiet).isFalse();

        first.ended(true);

        assertThat(quiet).isTrue();
    }

    @Test
    void it_is_not_quiet_before_the_last_of_several_has_ended() {
        GroupProgress.Work first = taken(1);
        GroupProgress.Work second = taken(OTHER, 1);
        AtomicBoolean quiet = new AtomicBoolean();
        progress.quiet().subscribe(nothing -> {}, failure -> {}, () -> quiet.set(true));

        first.ended(true);
        first.ended(true);
        assertThat(progress.running()).isEqualTo(1);
        assertThat(quiet).isFalse();

        second.ended(true);
        assertThat(quiet).isTrue();
        progress.quiet().block(TIMEOUT);
    }

    @Test
    void partitions_of_another_member_are_not_waited_for_and_not_begun() {
        taken(1);
        AtomicBoolean quiet = new AtomicBoolean();
        progress.quiet().subscribe(nothing -> {}, failure -> {}, () -> quiet.set(true));

        progress.forget(List.of(PARTITION));

        assertThat(quiet).isTrue();
        assertThat(progress.take(record(2))).isNull();
    }

    @Test
    void an_earlier_commit_that_is_confirmed_late_sets_nothing_back() {
        taken(10).ended(true);
        Map<TopicPartition, OffsetAndMetadata> earlier = progress.toCommit();
        taken(11).ended(true);
        progress.committed(progress.toCommit());

        progress.committed(earlier);

        assertThat(progress.toCommit()).isEmpty();
    }

    private GroupProgress.Work taken(long offset) {
        return taken(PARTITION, offset);
    }

    private GroupProgress.Work taken(TopicPartition partition, long offset) {
        progress.polled(record(partition, offset));
        return Objects.requireNonNull(progress.take(record(partition, offset)));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
        return record(PARTITION, offset);
    }

    /** Without a timestamp, which is one of 1969. */
    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], new byte[0]);
    }
}
