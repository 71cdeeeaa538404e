package io.dronedelivery.lab.accounts.replypool;

import org.jspecify.annotations.Nullable;

/**
 * So many requests by so many users at the same time.
 *
 * @param cold what was published of an empty pool; absent where nothing was
 * @param warm and of one that was filled by an earlier run
 */
record PublishedLoad(
        int requests,
        int users,
        @Nullable Published cold,
        @Nullable Published warm) {

    /**
     * What was published of a run; times in milliseconds.
     *
     * @param rate requests a second; absent where only the percentiles were published
     * @param average likewise
     */
    record Published(
            @Nullable Double rate,
            @Nullable Double average,
            double p50,
            double p66,
            double p90,
            double p99,
            double longest) {}
}
