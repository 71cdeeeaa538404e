package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.servicekit.security.OwnerMonth;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Reads the summaries of the owners' months, each with one point read. A month without a summary is calculated from its flights, so that a
 * summary that is not written yet is never mistaken for an empty month.
 *
 * @param missing calculates the sums of a month without a summary
 * @param changed calculates the sums that are to be written
 */
record Summaries(DocumentContainer summaries, MonthTotals missing, MonthTotals changed) implements MonthTotals {

    /** A write is repeated only when another process has written the same month meanwhile. */
    private static final int MOST_RACES = 50;

    @Override
    public Mono<FlightTotals> of(OwnerMonth month) {
        return read(month).map(stored -> stored.value().totals()).switchIfEmpty(Mono.defer(() -> missing.of(month)));
    }

    /**
     * Recalculates a month and writes it; idempotent. The version is read before the flights. So a later write includes every flight that
     * an earlier one has included.
     */
    Mono<Void> renew(OwnerMonth month) {
        return read(month)
                .flatMap(stored -> replace(month, stored))
                .switchIfEmpty(Mono.defer(() -> create(month)))
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(Raced::new))
                .retryWhen(Retry.max(MOST_RACES).filter(Raced.class::isInstance))
                .then();
    }

    private Mono<StoredDocument<MonthSummary>> read(OwnerMonth month) {
        return summaries.read(month.owner().id(), MonthSummary.idOf(month), MonthSummary.class);
    }

    private Mono<Boolean> replace(OwnerMonth month, StoredDocument<MonthSummary> stored) {
        return changed.of(month)
                .flatMap(totals -> totals.equals(stored.value().totals())
                        ? Mono.just(true)
                        : summaries.replace(MonthSummary.of(month, totals), stored.etag()));
    }

    private Mono<Boolean> create(OwnerMonth month) {
        return changed.of(month).flatMap(totals -> summaries.create(MonthSummary.of(month, totals)));
    }

    /** Another process has written the month meanwhile. */
    private static final class Raced extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Raced() {
            super("The summary of a month was written by another process again and again", null, false, false);
        }
    }
}
