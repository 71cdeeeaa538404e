package io.dronedelivery.lab.accounts.replypool;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.replypool.PoolWorth.PoolDifference;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolRound;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Check;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplyPoolChecksTest {

    private static final PublishedLoad LOAD = new PublishedLoad(100, 10, null, null);

    @Test
    void figures_like_the_published_ones_pass() {
        assertThat(failing(
                        run(ReplyPoolKind.COLD, 0, 10, 10, 100, 1024, 3063),
                        run(ReplyPoolKind.AGAIN, 10, 0, 0, 100, 54, 101),
                        run(ReplyPoolKind.SIZED, 10, 0, 0, 100, 54, 101),
                        run(ReplyPoolKind.EMPTY, 1, 9, 9, 100, 56, 350)))
                .isEmpty();
    }

    @Test
    void answers_that_are_missing_are_told() {
        assertThat(failing(run(ReplyPoolKind.COLD, 0, 10, 10, 99, 1024, 3063)))
                .containsExactly("servicebus: Cold, 10: every number comes back doubled");
    }

    @Test
    void pool_that_grows_beyond_the_users_is_told() {
        assertThat(failing(run(ReplyPoolKind.COLD, 0, 11, 11, 100, 1024, 3063))).hasSize(1);
        assertThat(failing(run(ReplyPoolKind.EMPTY, 1, 10, 10, 100, 1024, 3063)))
                .hasSize(1);
    }

    @Test
    void pool_that_was_filled_before_the_first_request_is_not_an_empty_one() {
        assertThat(failing(run(ReplyPoolKind.COLD, 0, 10, 9, 100, 1024, 3063))).hasSize(1);
        assertThat(failing(run(ReplyPoolKind.COLD, 10, 0, 0, 100, 1024, 3063))).hasSize(1);
    }

    @Test
    void channel_that_is_opened_although_there_are_enough_is_told() {
        assertThat(failing(
                        run(ReplyPoolKind.AGAIN, 10, 1, 1, 100, 54, 101),
                        run(ReplyPoolKind.SIZED, 10, 1, 1, 100, 54, 101)))
                .containsExactly(
                        "servicebus: Again, 10: no channel is opened", "servicebus: Sized, 10: no channel is opened");
    }

    @Test
    void sized_pool_that_was_too_small_for_the_warm_up_is_told() {
        assertThat(failing(run(ReplyPoolKind.SIZED, 11, 0, 0, 100, 54, 101)))
                .containsExactly("servicebus: Sized, 10: no channel is opened");
    }

    @Test
    void sized_pool_that_is_as_slow_as_an_empty_one_is_told_where_speed_is_judged() {
        ReplyPoolRun[] runs = {
            run(ReplyPoolKind.COLD, 0, 10, 10, 100, 1024, 3063),
            run(ReplyPoolKind.SIZED, 10, 0, 0, 100, 54, 1024),
            run(ReplyPoolKind.EMPTY, 1, 9, 9, 100, 54, 350),
        };

        assertThat(failing(runs))
                .containsExactly(
                        "servicebus: Sized, 10: 99 % take less time than 66 % did with a new process and an empty pool",
                        "servicebus: Sized, 10: 99 % take less time than the slowest 5 % did with an empty pool");
        assertThat(ReplyPoolChecks.of(List.of(runs), false)).allMatch(Check::holds);
    }

    @Test
    void pool_is_recommended_where_its_rounds_are_faster_than_those_of_one_channel() {
        ReplyPoolRun sized = rounds(ReplyPoolKind.SIZED, 40, 50, 60);

        PoolWorth faster = worth(sized, rounds(ReplyPoolKind.EMPTY, 61, 70, 80));
        PoolWorth same = worth(sized, rounds(ReplyPoolKind.EMPTY, 59, 70, 80));
        PoolWorth slower = worth(sized, rounds(ReplyPoolKind.EMPTY, 20, 30, 39));

        assertThat(faster.difference()).isEqualTo(PoolDifference.FASTER);
        assertThat(faster.text())
                .isEqualTo("servicebus, 10 users: a request takes 50 (40 to 60) ms on average with enough channels,"
                        + " 70 (61 to 80) ms with one at the start; set `invoice.pricing.pool.min=10`.");
        assertThat(same.difference()).isEqualTo(PoolDifference.NONE);
        assertThat(slower.text()).endsWith("leave `invoice.pricing.pool.min` as it is.");
    }

    @Test
    void pool_that_is_slower_than_one_channel_is_told_where_speed_is_judged() {
        assertThat(failing(rounds(ReplyPoolKind.SIZED, 40, 50), rounds(ReplyPoolKind.EMPTY, 20, 30)))
                .contains("servicebus: Sized, 10: on average no slower than with one channel");
        assertThat(failing(rounds(ReplyPoolKind.SIZED, 40, 50), rounds(ReplyPoolKind.EMPTY, 20, 41)))
                .doesNotContain("servicebus: Sized, 10: on average no slower than with one channel");
    }

    private static PoolWorth worth(ReplyPoolRun sized, ReplyPoolRun empty) {
        return PoolWorth.ofAll(List.of(sized, empty)).get(0);
    }

    private static ReplyPoolRun rounds(ReplyPoolKind kind, double... averages) {
        return Arrays.stream(averages)
                .mapToObj(average -> kind == ReplyPoolKind.SIZED
                        ? run(kind, 10, 0, 0, 100, average, average)
                        : run(kind, 1, 9, 9, 100, average, average))
                .reduce(ReplyPoolRun::and)
                .orElseThrow();
    }

    private static List<String> failing(ReplyPoolRun... runs) {
        return ReplyPoolChecks.of(List.of(runs), true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }

    private static ReplyPoolRun run(
            ReplyPoolKind kind, int before, int created, int cold, int served, double p66, double p99) {
        LoadResult result = new LoadResult(
                LOAD.requests(),
                Map.of("200", served, "0", LOAD.requests() - served),
                1,
                p99,
                p66,
                LOAD.requests(),
                100,
                0,
                1000,
                Map.of("66", p66, "95", p99, "99", p99),
                Map.of(),
                0,
                0,
                LOAD.users(),
                1);
        Map<String, String> options = Map.of("invoice.pricing.pool.min", kind == ReplyPoolKind.SIZED ? "10" : "0");
        return new ReplyPoolRun(
                "servicebus", kind, LOAD, List.of(new ReplyPoolRound(1, before, created, cold, result)), options);
    }
}
