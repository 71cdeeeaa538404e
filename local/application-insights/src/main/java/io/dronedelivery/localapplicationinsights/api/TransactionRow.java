package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.store.TransactionSummary;
import java.util.List;

/**
 * A transaction in the list.
 *
 * @param start in milliseconds since the epoch
 * @param success of the first request
 * @param missing the parts that a successful answer of an aggregation lacks
 * @param shared whether the first request shared the calls of an identical one, so that it has no calls here
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
        List<String> missing,
        boolean shared,
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
                transaction.missing(),
                transaction.shared(),
                transaction.dependencies(),
                transaction.throttled(),
                transaction.exceptions());
    }
}
