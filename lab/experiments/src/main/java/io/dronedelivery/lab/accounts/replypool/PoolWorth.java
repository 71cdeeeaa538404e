package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

/**
 * What a pool with enough channels is worth under a load.
 *
 * @param sized loads of such pools
 * @param empty the same load on pools with one channel, on processes that are as warm
 */
record PoolWorth(ReplyPoolRun sized, ReplyPoolRun empty) {

    /** How the averages of the two differ: a difference that is smaller than that of the rounds of one kind is none. */
    enum PoolDifference {
        FASTER,
        SLOWER,
        NONE
    }

    /** Of each load of which there are both kinds. */
    static List<PoolWorth> ofAll(List<ReplyPoolRun> runs) {
        return runs.stream()
                .filter(run -> run.kind() == ReplyPoolKind.SIZED)
                .flatMap(sized -> runs.stream()
                        .filter(run -> run.kind() == ReplyPoolKind.EMPTY
                                && run.design().equals(sized.design())
                                && run.load().equals(sized.load()))
                        .map(empty -> new PoolWorth(sized, empty)))
                .toList();
    }

    PoolDifference difference() {
        if (sized.average().highest() < empty.average().lowest()) {
            return PoolDifference.FASTER;
        }
        return sized.average().lowest() > empty.average().highest() ? PoolDifference.SLOWER : PoolDifference.NONE;
    }

    /** Both averages, and what follows. */
    String text() {
        String setting = "`%s=%d`".formatted(WorkersStack.MIN_CHANNELS, sized.channels());
        return Checks.text(
                        "%s, %d users: a request takes %s ms on average with enough channels, %s ms with one at the start; ",
                        sized.design(), sized.load().users(), sized.average(), empty.average())
                + switch (difference()) {
                    case FASTER -> "set " + setting + ".";
                    case SLOWER ->
                        "channels cost more than they save: leave `%s` as it is.".formatted(WorkersStack.MIN_CHANNELS);
                    case NONE -> "the difference is within the rounds, and %s gains nothing.".formatted(setting);
                };
    }
}
