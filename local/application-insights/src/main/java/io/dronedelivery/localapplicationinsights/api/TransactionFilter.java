package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.store.TransactionSummary;
import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A search for transactions.
 *
 * @param text text to find in the name, the service or the operation's id; empty for any
 * @param name the exact name; empty for any
 * @param kind who began them
 * @param slowerThan the shortest duration to show
 * @param from the earliest beginning, in milliseconds since the epoch
 * @param to the end of the beginnings, exclusive; 0 for none
 * @param offset how many of the matching ones to leave out
 */
record TransactionFilter(
        String text,
        String name,
        TransactionKind kind,
        Show show,
        Duration slowerThan,
        long from,
        long to,
        Sort sort,
        int offset,
        int limit) {

    private static final Pattern HTTP_STATUS = Pattern.compile("[1-5]\\d\\d");

    enum TransactionKind {
        ALL,
        GATEWAY,
        /** An HTTP request to any service. */
        REQUESTS,
        /** Anything else: a message, or work that a service began by itself. */
        BACKGROUND;

        static TransactionKind of(TransactionSummary transaction) {
            TelemetryItem.Span root = transaction.root();
            if (!(root instanceof TelemetryItem.Request)
                    || !HTTP_STATUS.matcher(root.resultCode()).matches()) {
                return BACKGROUND;
            }
            return root.context().role().equals(GatewayNames.ROLE) ? GATEWAY : REQUESTS;
        }

        boolean includes(TransactionKind other) {
            return this == ALL || this == other || this == REQUESTS && other == GATEWAY;
        }
    }

    enum Show {
        ALL,
        FAILED,
        /** The client got an answer that lacks a part. */
        DEGRADED,
        /** With calls that Cosmos DB refused with 429, even if a later attempt succeeded. */
        THROTTLED
    }

    enum Sort {
        SLOWEST(Comparator.comparing(TransactionSummary::duration).reversed()),
        LATEST(Comparator.comparing(TransactionSummary::start).reversed());

        private final Comparator<TransactionSummary> order;

        Sort(Comparator<TransactionSummary> order) {
            this.order = order;
        }
    }

    /**
     * A part of the matching transactions.
     *
     * @param total number of all matching ones
     */
    record TransactionPage(int total, List<TransactionRow> rows) {}

    static TransactionFilter of(QueryParameters query) {
        return new TransactionFilter(
                query.text("text").toLowerCase(Locale.ROOT),
                query.text("name"),
                query.choice("kind", TransactionKind.class, TransactionKind.ALL),
                query.choice("show", Show.class, Show.ALL),
                Duration.ofMillis(query.number("slowerThanMs", 0, 0, 86_400_000)),
                query.millis("from"),
                query.millis("to"),
                query.choice("sort", Sort.class, Sort.SLOWEST),
                query.number("offset", 0, 0, 10_000_000),
                query.number("limit", 100, 1, 1_000));
    }

    /** The matching transactions, in the chosen order. */
    TransactionPage page(List<TransactionSummary> transactions) {
        List<TransactionSummary> matching =
                transactions.stream().filter(this::matches).sorted(sort.order).toList();
        return new TransactionPage(
                matching.size(),
                matching.stream()
                        .skip(offset)
                        .limit(limit)
                        .map(TransactionRow::of)
                        .toList());
    }

    private boolean matches(TransactionSummary transaction) {
        boolean shown = switch (show) {
            case ALL -> true;
            case FAILED -> !transaction.root().success();
            case DEGRADED -> !transaction.missing().isEmpty();
            case THROTTLED -> transaction.throttled() > 0;
        };
        return shown
                && kind.includes(TransactionKind.of(transaction))
                && transaction.duration().compareTo(slowerThan) >= 0
                && began(transaction.start().toEpochMilli())
                && (name.isEmpty() || transaction.root().name().equals(name))
                && hasText(transaction);
    }

    private boolean began(long at) {
        return at >= from && (to == 0 || at < to);
    }

    private boolean hasText(TransactionSummary transaction) {
        return text.isEmpty()
                || transaction.operationId().toLowerCase(Locale.ROOT).contains(text)
                || transaction.root().name().toLowerCase(Locale.ROOT).contains(text)
                || transaction.root().context().role().toLowerCase(Locale.ROOT).contains(text);
    }
}
