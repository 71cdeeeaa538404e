package io.dronedelivery.lab.accounts.replypool;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.replypool.PublishedLoad.Published;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A load that was made, several times where one alone would decide, and what it did to the pool.
 *
 * @param design of the queue
 * @param rounds the same load, each on another process but those of Again; at least one
 */
record ReplyPoolRun(
        String design,
        ReplyPoolKind kind,
        PublishedLoad load,
        List<ReplyPoolRound> rounds,
        Map<String, String> options) {

    /**
     * The load, once.
     *
     * @param attempt which of several such loads of a process it is, from 1 on
     * @param channels open before it
     * @param created by it
     * @param cold requests of it that had to open a channel
     */
    record ReplyPoolRound(int attempt, long channels, long created, long cold, LoadResult result) {}

    /** What the load meets. */
    enum ReplyPoolKind {
        COLD("Cold", "a new process and an empty pool, as published"),
        AGAIN("Again", "the same load once more, as published"),
        SIZED("Sized", "a channel for each user; the process is warm"),
        EMPTY("Empty", "one channel; the process is as warm as that of Sized: what the channels alone cost");

        private final String title;
        private final String change;

        ReplyPoolKind(String title, String change) {
            this.title = title;
            this.change = change;
        }

        String title() {
            return title;
        }

        String change() {
            return change;
        }

        @Nullable
        Published published(PublishedLoad load) {
            return switch (this) {
                case COLD -> load.cold();
                case AGAIN, SIZED -> load.warm();
                case EMPTY -> null;
            };
        }
    }

    ReplyPoolRun and(ReplyPoolRun more) {
        List<ReplyPoolRound> all =
                Stream.concat(rounds.stream(), more.rounds.stream()).toList();
        return new ReplyPoolRun(design, kind, load, all, options);
    }

    /** A figure of each round, in order of size. */
    record Rounds(double lowest, double median, double highest) {

        /** The median, with the lowest and the highest of several rounds. */
        @Override
        public String toString() {
            return lowest == highest ? text("%,.0f", median) : text("%,.0f (%,.0f to %,.0f)", median, lowest, highest);
        }
    }

    Rounds of(ToDoubleFunction<LoadResult> figure) {
        double[] sorted = rounds.stream()
                .mapToDouble(round -> figure.applyAsDouble(round.result()))
                .sorted()
                .toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return new Rounds(sorted[0], median, sorted[sorted.length - 1]);
    }

    Rounds average() {
        return of(LoadResult::avg);
    }

    Rounds percentile(int percent) {
        return of(result -> result.percentile(percent));
    }

    /** In the first round. */
    long channels() {
        return rounds.get(0).channels();
    }

    long created() {
        return rounds.stream().mapToLong(ReplyPoolRound::created).sum();
    }

    long cold() {
        return rounds.stream().mapToLong(ReplyPoolRound::cold).sum();
    }

    /** Channels that were opened because those open at the start were too few, by this load or by what the process did before. */
    long openedSinceTheStart() {
        long atTheStart = Long.parseLong(options.getOrDefault(WorkersStack.MIN_CHANNELS, "0"));
        return rounds.stream()
                .mapToLong(round -> round.channels() + round.created() - atTheStart)
                .max()
                .orElseThrow();
    }

    /** Such as {@code servicebus: Cold, 10}. */
    String name() {
        return design + ": " + kind.title() + ", " + load.users();
    }

    /** A published figure; absent where there is none of the like. */
    <V> @Nullable V original(Function<Published, @Nullable V> figure) {
        Published published = kind.published(load);
        return published == null ? null : figure.apply(published);
    }
}
