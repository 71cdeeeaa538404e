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
        @Nullable Published warm) {}
