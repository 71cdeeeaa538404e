package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.DocumentRange;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;

/**
 * The meters {@code delivery.outbox.*} of this instance's ranges. The total is the sum over all instances. The values are those of the
 * relay's last pass. Any thread may call it.
 */
final class OutboxFigures {

    private static final int PAGE = 1000;

    /** Few outboxes are set aside, most of them by this instance. It counts those of others only once in this many passes. */
    private static final int PASSES_BETWEEN_LOOKS = 20;

    /** Outboxes beyond these pages are not counted. */
    private static final int MOST_PAGES = 50;

    private static final long NONE = Long.MAX_VALUE;

    private final DeliveryStore deliveries;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private final Map<String, SetAside> setAside = new ConcurrentHashMap<>();
    private final Counter relayed;

    /**
     * The pending outboxes of a range at one time.
     *
     * @param oldest time of the last change of the oldest one by the database's clock, in seconds since 1970
     * @param databaseSecond time of the count by the database's clock
     * @param at {@link System#nanoTime()} at the count
     */
    private record Look(long waiting, long oldest, long databaseSecond, long at) {

        double oldestAge() {
            return waiting == 0
                    ? 0
                    : Math.max(0, databaseSecond - oldest)
                            + (System.nanoTime() - at) / (double) TimeUnit.SECONDS.toNanos(1);
        }

        Look with(DocumentPage page) {
            long first = page.documents().stream()
                    .mapToLong(document -> document.path("_ts").asLong(NONE))
                    .min()
                    .orElse(NONE);
            return new Look(waiting + page.documents().size(), Math.min(oldest, first), databaseSecond, at);
        }
    }

    /**
     * The number of outboxes of a range that were set aside.
     *
     * @param passes since the count
     */
    private record SetAside(long outboxes, int passes) {}

    OutboxFigures(DeliveryStore deliveries, MeterRegistry meters) {
        this.deliveries = deliveries;
        Gauge.builder("delivery.outbox.waiting", this, OutboxFigures::waiting)
                .description("Deliveries whose events are stored and not all sent, in the ranges of this instance")
                .register(meters);
        TimeGauge.builder("delivery.outbox.oldest.age", this, TimeUnit.SECONDS, OutboxFigures::oldestAge)
                .description("How long the oldest of them has waited")
                .register(meters);
        relayed = Counter.builder("delivery.outbox.relayed")
                .description("Deliveries whose events had been left behind and were sent by the relay")
                .register(meters);
        Gauge.builder("delivery.outbox.set.aside", this, OutboxFigures::setAside)
                .description("Outboxes that cannot be read or sent and wait for somebody who mends them")
                .register(meters);
    }

    double waiting() {
        return looks.values().stream().mapToLong(Look::waiting).sum();
    }

    double oldestAge() {
        return looks.values().stream().mapToDouble(Look::oldestAge).max().orElse(0);
    }

    double setAside() {
        return setAside.values().stream().mapToLong(SetAside::outboxes).sum();
    }

    long waiting(String lease) {
        Look look = looks.get(lease);
        return look == null ? 0 : look.waiting;
    }

    void relayed(long outboxes) {
        relayed.increment(outboxes);
    }

    /** Forgets all ranges but these, because other instances hold them now. */
    void keep(Set<String> leases) {
        looks.keySet().retainAll(leases);
        setAside.keySet().retainAll(leases);
    }

    void nothing(String lease) {
        looks.remove(lease);
    }

    /**
     * Counts the outboxes of a range that an operator has to repair, at most one page.
     *
     * @param changed whether an outbox was set aside in this pass
     */
    Mono<Void> lookForSetAside(String lease, DocumentRange range, boolean changed) {
        SetAside before = setAside.get(lease);
        if (before != null && !changed && before.passes < PASSES_BETWEEN_LOOKS) {
            setAside.put(lease, new SetAside(before.outboxes, before.passes + 1));
            return Mono.empty();
        }
        return deliveries
                .setAside(range, PAGE)
                .doOnNext(page ->
                        setAside.put(lease, new SetAside(page.documents().size(), 0)))
                .then();
    }

    Mono<Void> look(String lease, DocumentRange range, Instant databaseTime) {
        Look empty = new Look(0, NONE, databaseTime.getEpochSecond(), System.nanoTime());
        return deliveries
                .waiting(range, PAGE, null)
                .expand(page -> page.continuation() == null
                        ? Mono.empty()
                        : deliveries.waiting(range, PAGE, page.continuation()))
                .take(MOST_PAGES)
                .reduce(empty, Look::with)
                .doOnNext(look -> looks.put(lease, look))
                .then();
    }
}
