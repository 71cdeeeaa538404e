package io.dronedelivery.drone.utilization;

import io.dronedelivery.drone.utilization.FlightFeed.Changes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps the summaries up to date: reads which flights have changed, recalculates their months, and then stores its position in the
 * change feed. After a crash in between, the same changes are processed again.
 */
final class SummaryUpkeep {

    private static final Logger log = LoggerFactory.getLogger(SummaryUpkeep.class);

    private final FlightFeed feed;
    private final FeedPosition position;
    private final Summaries summaries;
    private final int concurrency;
    private final Counter flights;
    private final Counter months;
    private final Counter requestCharge;
    private volatile long upToDateAt = System.nanoTime();

    SummaryUpkeep(FlightFeed feed, FeedPosition position, Summaries summaries, int concurrency, MeterRegistry meters) {
        this.feed = feed;
        this.position = position;
        this.summaries = summaries;
        this.concurrency = concurrency;
        flights = counter("flights", "Changed flights that were read", meters);
        months = counter("months", "Months of owners that were added up anew", meters);
        requestCharge = counter("feed.request.charge", "Request units that reading the changes cost", meters);
        TimeGauge.builder("drone.utilization.summary.lag", this, TimeUnit.NANOSECONDS, SummaryUpkeep::lag)
                .description("How old the summaries may be: the time since a check began that left nothing to do")
                .register(meters);
    }

    private static Counter counter(String name, String description, MeterRegistry meters) {
        return Counter.builder("drone.utilization.summary." + name)
                .description(description)
                .register(meters);
    }

    private double lag() {
        return System.nanoTime() - upToDateAt;
    }

    /** Processes all changes up to now. Returns the number of recalculated months. */
    Mono<Long> run() {
        return Mono.defer(() -> {
            long begin = System.nanoTime();
            return position.read()
                    .flatMap(this::after)
                    .switchIfEmpty(Mono.defer(() -> feed.after(null)))
                    .flatMap(this::workIn)
                    .repeat()
                    .takeUntil(Changes::atEnd)
                    .reduce(0L, (sum, changes) -> sum + changes.months().size())
                    .doOnSuccess(sum -> upToDateAt = begin);
        });
    }

    /**
     * Reads the changes after a position. A position that cannot be read is one of another release; then the feed is read from its
     * beginning.
     */
    private Mono<Changes> after(String continuation) {
        return feed.after(continuation).onErrorResume(IllegalArgumentException.class, unreadable -> {
            log.warn("All flights are read again, since the position among them cannot be: {}", unreadable.toString());
            return feed.after(null);
        });
    }

    private Mono<Changes> workIn(Changes changes) {
        requestCharge.increment(changes.requestCharge());
        String next = changes.continuation();
        if (changes.months().isEmpty() || next == null) {
            return Mono.just(changes);
        }
        log.debug(
                "{} flights in {} months have changed",
                changes.flights(),
                changes.months().size());
        return Flux.fromIterable(changes.months())
                .flatMap(summaries::renew, concurrency)
                .then(Mono.defer(() -> position.write(next)))
                .doOnSuccess(done -> {
                    flights.increment(changes.flights());
                    months.increment(changes.months().size());
                })
                .thenReturn(changes);
    }
}
