package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.store.TransactionSummary;

/**
 * A transaction in the list.
 *
 * @param start in milliseconds since the epoch
 * @param success of the first request
 * @param throttled calls refused with 429
 */
record TransactionRow(
        String operationId,
        long start,
        double durationMs,
        String role,
        String name,
        String resultCode,
        boolean success,
        int dependencies,
        int throttled,
        int exceptions) {

    static TransactionRow of(TransactionSummary transaction) {
        return new TransactionRow(
                transaction.operationId(),
                transaction.start().toEpochMilli(),
                Series.rounded(transaction.duration().toNanos() / 1e6),
                transaction.root().context().role(),
                transaction.root().name(),
                transaction.root().resultCode(),
                transaction.root().success(),
                transaction.dependencies(),
                transaction.throttled(),
                transaction.exceptions());
    }
}
