package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.store.TransactionSummary;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A search for transactions.
 *
 * @param text text to find in the name, the service or the operation's id; empty for any
 * @param show which kind of transactions
 * @param slowerThan the shortest duration to show
 */
record TransactionFilter(String text, Show show, Duration slowerThan, Sort sort, int limit) {

    /** Kinds of transactions. */
    enum Show {
        ALL,
        /** The client got a failure. */
        FAILED,
        /** With calls that Cosmos DB refused with 429, even if a later attempt succeeded. */
        THROTTLED
    }

    /** The order of the list. */
    enum Sort {
        SLOWEST(Comparator.comparing(TransactionSummary::duration).reversed()),
        LATEST(Comparator.comparing(TransactionSummary::start).reversed());

        private final Comparator<TransactionSummary> order;

        Sort(Comparator<TransactionSummary> order) {
            this.order = order;
        }
    }

    static TransactionFilter of(QueryParameters query) {
        return new TransactionFilter(
                query.text("text").toLowerCase(Locale.ROOT),
                query.choice("show", Show.class, Show.ALL),
                Duration.ofMillis(query.number("slowerThanMs", 0, 0, 86_400_000)),
                query.choice("sort", Sort.class, Sort.SLOWEST),
                query.number("limit", 100, 1, 1_000));
    }

    /** The matching transactions, in the chosen order. */
    List<TransactionRow> rows(List<TransactionSummary> transactions) {
        return matching(transactions)
                .sorted(sort.order)
                .limit(limit)
                .map(TransactionRow::of)
                .toList();
    }

    private Stream<TransactionSummary> matching(List<TransactionSummary> transactions) {
        return transactions.stream().filter(this::matches);
    }

    private boolean matches(TransactionSummary transaction) {
        boolean shown = switch (show) {
            case ALL -> true;
            case FAILED -> !transaction.root().success();
            case THROTTLED -> transaction.throttled() > 0;
        };
        return shown && transaction.duration().compareTo(slowerThan) >= 0 && hasText(transaction);
    }

    private boolean hasText(TransactionSummary transaction) {
        return text.isEmpty()
                || transaction.operationId().toLowerCase(Locale.ROOT).contains(text)
                || transaction.root().name().toLowerCase(Locale.ROOT).contains(text)
                || transaction.root().context().role().toLowerCase(Locale.ROOT).contains(text);
    }
}
