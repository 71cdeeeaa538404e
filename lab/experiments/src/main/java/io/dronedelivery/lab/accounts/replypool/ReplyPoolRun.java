package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.replypool.PublishedLoad.Published;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A load that was made, and what it did to the pool.
 *
 * @param design of the queue
 * @param attempt which of several such loads it is, from 1 on; of Again further ones are made until three in a row open no channel
 * @param channels open before it
 * @param created by it
 * @param cold requests of it that had to open a channel
 * @param ceiling requests a second of a trivial endpoint of the gateway, by as many users; only where the pool was sized before
 * @param options of the stack
 */
record ReplyPoolRun(
        String design,
        ReplyPoolKind kind,
        PublishedLoad load,
        int attempt,
        long channels,
        long created,
        long cold,
        LoadResult result,
        @Nullable Double ceiling,
        Map<String, String> options) {

    /** What the load meets. */
    enum ReplyPoolKind {
        COLD("Cold", "a new process and an empty pool, as published"),
        AGAIN("Again", "the same load once more, as published"),
        SIZED("Sized", "a pool of the size that was found; the process is warm"),
        EMPTY("Empty", "one channel; the process is warm: what the channels alone cost");

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

        /** What was published of the like. */
        @Nullable
        Published published(PublishedLoad load) {
            return switch (this) {
                case COLD -> load.cold();
                case AGAIN, SIZED -> load.warm();
                case EMPTY -> null;
            };
        }
    }

    ReplyPoolRun withCeiling(double perSecond) {
        return new ReplyPoolRun(design, kind, load, attempt, channels, created, cold, result, perSecond, options);
    }

    /** Channels that were opened because those open at the start were too few, by this load or by what the process did before. */
    long openedSinceTheStart() {
        return channels + created - Long.parseLong(options.getOrDefault(WorkersStack.MIN_CHANNELS, "0"));
    }

    /** Such as {@code servicebus: Cold, 10}. */
    String name() {
        return design + ": " + kind.title() + ", " + load.users();
    }

    double percentile(int percent) {
        return result.percentile(percent);
    }

    /** A published figure; absent where there is none of the like. */
    <V> @Nullable V original(Function<Published, @Nullable V> figure) {
        Published published = kind.published(load);
        return published == null ? null : figure.apply(published);
    }
}
