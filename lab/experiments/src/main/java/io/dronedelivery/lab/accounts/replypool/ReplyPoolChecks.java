package io.dronedelivery.lab.accounts.replypool;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.replypool.PoolWorth.PoolDifference;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

final class ReplyPoolChecks {

    private final Checks checks;
    private final List<ReplyPoolRun> runs;

    private ReplyPoolChecks(List<ReplyPoolRun> runs, boolean judgesSpeed) {
        this.runs = runs;
        this.checks = new Checks(judgesSpeed);
    }

    static List<Check> of(List<ReplyPoolRun> runs, boolean judgesSpeed) {
        ReplyPoolChecks made = new ReplyPoolChecks(runs, judgesSpeed);
        runs.forEach(made::add);
        PoolWorth.ofAll(runs).forEach(made::worth);
        return made.checks.all();
    }

    private void add(ReplyPoolRun run) {
        String name = run.name();
        checks.add(
                name + ": every number comes back doubled",
                served(run) == asked(run),
                text("%,d of %,d", served(run), asked(run)));
        switch (run.kind()) {
            case COLD, EMPTY -> opened(name, run);
            case AGAIN ->
                notOpened(
                        name, run.created(), "from load " + run.rounds().get(0).attempt() + " on");
            case SIZED -> {
                long opened = run.openedSinceTheStart();
                notOpened(name, opened, text("%,d by the loads themselves", run.created()));
                if (run.design().equals(ReplyPool.DEAR_CHANNELS)) {
                    faster(run, ReplyPoolKind.COLD, 66, "66 % did with a new process and an empty pool");
                    // The first request of each user opens a channel, which is a tenth of all.
                    faster(run, ReplyPoolKind.EMPTY, 95, "the slowest 5 % did with an empty pool");
                }
            }
        }
    }

    private void opened(String name, ReplyPoolRun run) {
        checks.add(
                name + ": a channel for each user at most, each opened by a request",
                run.rounds().stream()
                        .allMatch(round -> round.created() == round.cold()
                                && round.channels() + round.created()
                                        <= run.load().users()),
                text("%,d opened, %,d cold requests", run.created(), run.cold()));
        checks.ofSpeed(name + ": requests have to open channels", run.cold() > 0, text("%,d of them", run.cold()));
    }

    private void notOpened(String name, long opened, String when) {
        checks.add(name + ": no channel is opened", opened == 0, text("%,d, %s", opened, when));
    }

    /** Beside the run of that kind under the same load. */
    private void faster(ReplyPoolRun sized, ReplyPoolKind than, int percent, String what) {
        runs.stream()
                .filter(run -> run.kind() == than
                        && run.design().equals(sized.design())
                        && run.load().equals(sized.load()))
                .findFirst()
                .ifPresent(other -> checks.ofSpeed(
                        sized.name() + ": 99 % take less time than " + what,
                        sized.percentile(99).median()
                                < other.percentile(percent).median(),
                        text("%s ms, %s ms", sized.percentile(99), other.percentile(percent))));
    }

    /** The pool that is recommended must not be the slower one. */
    private void worth(PoolWorth worth) {
        checks.ofSpeed(
                worth.sized().name() + ": on average no slower than with one channel",
                worth.difference() != PoolDifference.SLOWER,
                text("%s ms, %s ms", worth.sized().average(), worth.empty().average()));
    }

    private static int served(ReplyPoolRun run) {
        return run.rounds().stream().mapToInt(round -> round.result().served()).sum();
    }

    private static int asked(ReplyPoolRun run) {
        return run.rounds().size() * run.load().requests();
    }
}
