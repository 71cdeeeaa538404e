package io.dronedelivery.localcosmos.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.throughput.PartitionBudget.Use;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class PartitionBudgetTest {
    private Instant now = Instant.parse("2026-11-03T10:15:30.250Z");
    private final InstantSource clock = () -> now;

    private PartitionBudget budget(int provisioned, boolean enforced) {
        return new Throughput(provisioned * 9, 9, clock, () -> enforced, 0).of(0);
    }

    @Test
    void a_call_is_admitted_while_anything_is_left_and_its_debt_is_carried() {
        PartitionBudget budget = budget(100, true);

        budget.spend(99);
        assertThat(budget.refusal()).isEmpty();
        budget.spend(51); // 50 more than there was

        assertThat(budget.refusal()).contains(Duration.ofMillis(750));
        now = now.plusMillis(750);
        assertThat(budget.refusal()).as("half of the next second is left").isEmpty();
        budget.spend(50);
        assertThat(budget.refusal()).contains(Duration.ofMillis(1_000));
    }

    @Test
    void a_debt_of_several_seconds_is_waited_for() {
        PartitionBudget budget = budget(100, true);

        budget.spend(330); // 230 of debt: seconds two and three pay 200 of it, second four the rest

        assertThat(budget.refusal()).contains(Duration.ofMillis(2_750));
    }

    @Test
    void a_debt_of_exactly_one_second_leaves_nothing_in_that_second() {
        PartitionBudget budget = budget(100, true);

        budget.spend(200);

        assertThat(budget.refusal()).contains(Duration.ofMillis(1_750));
        now = now.plusMillis(1_750);
        assertThat(budget.refusal()).isEmpty();
    }

    @Test
    void a_clock_that_is_set_back_does_not_make_the_wait_longer() {
        PartitionBudget budget = budget(100, true);
        budget.spend(150);

        now = now.minusSeconds(3600);
        assertThat(budget.refusal()).contains(Duration.ofMillis(750));
        now = now.plusMillis(750);
        assertThat(budget.refusal()).isEmpty();
    }

    @Test
    void unused_seconds_are_spent_later_where_there_is_burst_capacity() {
        PartitionBudget budget = new Throughput(900, 9, clock, () -> true, 2).of(0);
        assertThat(budget.refusal()).isEmpty();
        now = now.plusSeconds(60);

        budget.spend(200); // two seconds' worth of them
        assertThat(budget.refusal()).as("a third second is left").isEmpty();
        budget.spend(100);

        assertThat(budget.refusal()).contains(Duration.ofMillis(750));
        now = now.plusMillis(750);
        budget.spend(100);
        assertThat(budget.refusal()).as("nothing was saved meanwhile").contains(Duration.ofMillis(1_000));
    }

    @Test
    void a_partition_bursts_to_3000_a_second_and_not_beyond() {
        PartitionBudget budget = new Throughput(9_000, 9, clock, () -> true, 300).of(0);
        assertThat(budget.refusal()).isEmpty();
        now = now.plusSeconds(300);

        budget.spend(2_999);
        assertThat(budget.refusal()).isEmpty();
        budget.spend(1);
        assertThat(budget.refusal()).contains(Duration.ofMillis(750));
        now = now.plusMillis(750);
        assertThat(budget.refusal()).isEmpty();

        PartitionBudget large = new Throughput(36_000, 9, clock, () -> true, 300).of(0);
        assertThat(large.refusal()).isEmpty();
        now = now.plusSeconds(300);
        large.spend(4_000);
        assertThat(large.refusal())
                .as("more than 3000 provisioned: nothing is saved")
                .isPresent();
    }

    @Test
    void an_unused_second_is_not_saved() {
        PartitionBudget budget = budget(100, true);
        assertThat(budget.refusal()).isEmpty();
        now = now.plusSeconds(60);

        budget.spend(100);

        assertThat(budget.refusal()).isPresent();
    }

    @Test
    void without_enforcement_use_is_counted_and_nothing_refused() {
        PartitionBudget budget = budget(100, false);

        budget.spend(1_000);

        assertThat(budget.refusal()).isEmpty();
        assertThat(budget.uses()).containsExactly(new Use(now.getEpochSecond(), 1_000, 100, 1, 0));
    }

    @Test
    void each_second_tells_what_was_consumed_and_refused() {
        PartitionBudget budget = budget(100, true);
        long first = now.getEpochSecond();
        budget.spend(136);
        budget.refusal();
        now = now.plusSeconds(1);
        budget.refusal();
        budget.spend(3);

        assertThat(budget.uses()).containsExactly(new Use(first, 136, 100, 1, 1), new Use(first + 1, 3, 100, 1, 0));
    }

    @Test
    void the_provisioned_throughput_can_be_raised_while_running() {
        Throughput throughput = new Throughput(900, 9, clock, () -> true, 0);
        PartitionBudget budget = throughput.of(8);
        budget.spend(150);
        assertThat(budget.refusal()).isPresent();

        throughput.provision(9_000, false);
        now = now.plusSeconds(1);

        assertThat(budget.refusal()).isEmpty();
        assertThat(budget.uses()).last().extracting(Use::provisioned).isEqualTo(1_000.0);
    }
}
