package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;
import java.util.Optional;

/** What must hold. */
final class ReplyPoolChecks {

    private final Checks checks = new Checks();
    private final List<ReplyPoolRun> runs;
    private final boolean judgeSpeed;

    private ReplyPoolChecks(List<ReplyPoolRun> runs, boolean judgeSpeed) {
        this.runs = runs;
        this.judgeSpeed = judgeSpeed;
    }

    /** @param judgeSpeed whether to make those checks, too, whose outcome depends on the machine's speed */
    static List<Check> of(List<ReplyPoolRun> runs, boolean judgeSpeed) {
        ReplyPoolChecks made = new ReplyPoolChecks(runs, judgeSpeed);
        runs.forEach(made::add);
        return made.checks.all();
    }

    private void add(ReplyPoolRun run) {
        String name = run.name();
        checks.add(
                name + ": every number comes back doubled",
                run.result().served() == run.load().requests(),
                "%,d of %,d",
                run.result().served(),
                run.load().requests());
        switch (run.kind()) {
            case COLD, EMPTY -> opened(name, run);
            case AGAIN -> notOpened(name, run.created(), "%,d, in the load of this kind with number %d", run.attempt());
            case SIZED ->
                notOpened(
                        name,
                        run.openedSinceTheStart(),
                        "%,d, %,d of them in the warm-up",
                        run.openedSinceTheStart() - run.created());
        }
        if (run.kind() == ReplyPoolKind.SIZED && judgeSpeed && run.design().equals(ReplyPoolSettings.DEAR_CHANNELS)) {
            faster(run, ReplyPoolKind.COLD, 66, "66 % did with a new process and an empty pool");
            // The first request of each user opens a channel, which is a tenth of all.
            faster(run, ReplyPoolKind.EMPTY, 95, "the slowest 5 % did with an empty pool");
        }
    }

    private void opened(String name, ReplyPoolRun run) {
        checks.add(
                name + ": a channel for each user at most, each opened by a request",
                run.created() == run.cold()
                        && run.channels() + run.created() <= run.load().users(),
                "%,d opened, %,d cold requests",
                run.created(),
                run.cold());
        if (judgeSpeed) {
            checks.add(name + ": requests have to open channels", run.cold() > 0, "%,d of them", run.cold());
        }
    }

    private void notOpened(String name, long opened, String figure, long more) {
        checks.add(name + ": no channel is opened", opened == 0, figure, opened, more);
    }

    private void faster(ReplyPoolRun sized, ReplyPoolKind than, int percent, String what) {
        like(sized, than)
                .ifPresent(other -> checks.add(
                        sized.name() + ": 99 % take less time than " + what,
                        sized.percentile(99) < other.percentile(percent),
                        "%.0f ms, %.0f ms",
                        sized.percentile(99),
                        other.percentile(percent)));
    }

    /** The run of that kind under the same load. */
    private Optional<ReplyPoolRun> like(ReplyPoolRun sized, ReplyPoolKind kind) {
        return runs.stream()
                .filter(run -> run.kind() == kind
                        && run.design().equals(sized.design())
                        && run.load().equals(sized.load()))
                .findFirst();
    }
}
