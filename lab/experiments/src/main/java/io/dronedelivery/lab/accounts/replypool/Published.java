package io.dronedelivery.lab.accounts.replypool;

import org.jspecify.annotations.Nullable;

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
