package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.DocumentRange;
import io.dronedelivery.delivery.lease.Lease;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.lease.RunningInstances;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.DispatchQueueFullException;
import io.dronedelivery.messaging.dispatch.DispatcherDrainingException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.plaintext.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends events that were stored and not sent, after a crash or a long outage of a sink. The container is divided into ranges, and one
 * instance leases each range. In each pass an instance goes through its ranges page by page to their ends. Events that cannot be sent stay
 * for the next pass. Outboxes that cannot be read are set aside. Neither stops the other outboxes. Events that wait in another running
 * instance's queue are left to it.
 */
final class OutboxRelay {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    private static final String LEASE = "outbox-";
    private static final Duration UNTIL_THERE_IS_ROOM = Duration.ofSeconds(1);
    private static final int LONGEST_REASON = 500;

    private final DeliveryStore deliveries;
    private final OutboxSender sender;
    private final Leases leases;
    private final RunningInstances instances;
    private final OutboxProperties properties;
    private final OutboxFigures figures;
    private final JsonMapper json;
    /** Since when, by {@link System#nanoTime()}, events of a leased range wait and none is sent. */
    private final Map<String, Long> fruitlessSince = new ConcurrentHashMap<>();

    OutboxRelay(
            DeliveryStore deliveries,
            OutboxSender sender,
            Leases leases,
            RunningInstances instances,
            OutboxProperties properties,
            OutboxFigures figures,
            JsonMapper json) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.leases = leases;
        this.instances = instances;
        this.properties = properties;
        this.figures = figures;
        this.json = json;
    }

    private enum End {
        SENT,
        LEFT,
        SET_ASIDE
    }

    /** The names of the leases for the present ranges. */
    static Mono<Set<String>> names(DeliveryStore deliveries) {
        return deliveries
                .ranges()
                .map(ranges ->
                        ranges.stream().map(range -> LEASE + range.token()).collect(Collectors.toSet()));
    }

    /** Goes through the ranges of this instance once. Returns the number of outboxes sent. */
    Mono<Long> run() {
        return Mono.defer(() -> {
            List<Lease> mine = leases.all().stream()
                    .filter(lease -> lease.name().startsWith(LEASE))
                    .toList();
            Set<String> names = mine.stream().map(Lease::name).collect(Collectors.toSet());
            figures.keep(names);
            fruitlessSince.keySet().retainAll(names);
            int rangesAtOnce = Math.max(1, Math.min(mine.size(), properties.sweepConcurrency()));
            int outboxesAtOnce = properties.sweepConcurrency() / rangesAtOnce;
            return Flux.fromIterable(mine)
                    .flatMapDelayError(lease -> new Pass(lease, outboxesAtOnce).run(), rangesAtOnce, 1)
                    .reduce(0L, Long::sum);
        });
    }

    private final class Pass {

        private final String lease;
        private final DocumentRange range;
        private final Instant databaseTime;
        private final int atOnce;
        private final AtomicReference<String> continuation = new AtomicReference<>();
        private boolean started;
        private boolean hasSetAside;
        /** Whether the other instances that stored outboxes of this range are running. */
        private final Map<String, Mono<Boolean>> running = new ConcurrentHashMap<>();

        Pass(Lease lease, int atOnce) {
            this.lease = lease.name();
            this.range = new DocumentRange(lease.name().substring(LEASE.length()));
            this.databaseTime = lease.databaseTime();
            this.atOnce = atOnce;
        }

        Mono<Long> run() {
            return Mono.defer(this::page)
                    .repeat(this::goesOn)
                    .reduce(0L, Long::sum)
                    .flatMap(sent -> look().then(figures.lookForSetAside(lease, range, hasSetAside))
                            .thenReturn(sent))
                    .onErrorResume(DispatcherDrainingException.class, end -> Mono.empty());
        }

        private boolean goesOn() {
            return continuation.get() != null && leases.holds(lease);
        }

        private Mono<Long> page() {
            return deliveries
                    .pending(
                            range,
                            databaseTime.minus(properties.olderThan()),
                            properties.pageSize(),
                            continuation.get())
                    .flatMap(this::work);
        }

        private Mono<Long> work(DocumentPage page) {
            continuation.set(page.continuation());
            if (page.documents().isEmpty()) {
                return Mono.just(0L);
            }
            // The meters must also show the outboxes that this pass is about to send.
            Mono<Void> first = started ? Mono.empty() : figures.look(lease, range, databaseTime);
            started = true;
            return first.thenMany(Flux.fromIterable(page.documents()))
                    .filterWhen(this::isLeftBehind)
                    .takeWhile(document -> leases.holds(lease))
                    .flatMap(document -> relay(lease, document), atOnce)
                    .collect(Collectors.groupingBy(end -> end, Collectors.counting()))
                    .map(ends -> {
                        long sent = ends.getOrDefault(End.SENT, 0L);
                        figures.relayed(sent);
                        hasSetAside |= ends.containsKey(End.SET_ASIDE);
                        tell(sent, ends.getOrDefault(End.LEFT, 0L));
                        return sent;
                    });
        }

        /** Whether no running instance has the events in its queue, as far as is known. */
        private Mono<Boolean> isLeftBehind(JsonNode document) {
            String sender = document.at("/outbox/instance").asString("");
            long abandoned = databaseTime.minus(properties.abandonedAfter()).getEpochSecond();
            return sender.isEmpty()
                            || sender.equals(instances.self())
                            || document.path("_ts").asLong(0) < abandoned
                    ? Mono.just(true)
                    : running.computeIfAbsent(
                                    sender,
                                    name -> instances
                                            .isRunning(name, databaseTime)
                                            .onErrorReturn(true)
                                            .cache())
                            .map(runs -> !runs);
        }

        /** Counts the remaining outboxes. Skips the count when none waited at the begin of the pass and none was found. */
        private Mono<Void> look() {
            return started || figures.waiting(lease) > 0
                    ? figures.look(lease, range, databaseTime)
                    : Mono.fromRunnable(() -> {
                        fruitlessSince.remove(lease);
                        figures.nothing(lease);
                    });
        }
    }

    private Mono<End> relay(String lease, JsonNode document) {
        OutboxDocument outbox;
        try {
            outbox = json.treeToValue(document, OutboxDocument.class);
            if (outbox.events().isEmpty()) {
                throw new IllegalArgumentException("outbox.events is empty");
            }
        } catch (RuntimeException unreadable) {
            return setAside(
                    document, "unreadable: " + Objects.toString(unreadable.getMessage(), unreadable.toString()));
        }
        return sender.isUnderway(outbox) ? Mono.empty() : send(lease, document, outbox);
    }

    /** Waits for room as long as this instance holds the lease. Callers that receive a 503 meanwhile also retry. */
    private Mono<End> send(String lease, JsonNode document, OutboxDocument outbox) {
        return Mono.using(
                        () -> sender.admit(outbox.outbox().events().size()),
                        admission -> sender.send(outbox, admission).thenReturn(End.SENT),
                        Admission::close)
                .doOnNext(sent -> fruitlessSince.remove(lease))
                .onErrorResume(
                        DispatchQueueFullException.class, full -> useless(lease).then(Mono.error(full)))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, UNTIL_THERE_IS_ROOM)
                        .filter(failure -> failure instanceof DispatchQueueFullException && leases.holds(lease)))
                .onErrorResume(failure -> !(failure instanceof DispatcherDrainingException), failure -> {
                    if (failure instanceof EventTooLargeException) {
                        return setAside(document, "too large: " + failure.getMessage());
                    }
                    log.debug("{} is left to the next time", outbox.id(), failure);
                    return useless(lease).thenReturn(End.LEFT);
                });
    }

    /** Events could not be sent. After some time without any that were, the lease goes to an instance that may have a working sink. */
    private Mono<Void> useless(String lease) {
        return Mono.defer(() -> {
            long now = System.nanoTime();
            long since = fruitlessSince.computeIfAbsent(lease, first -> now);
            if (now - since < properties.giveUpAfter().toNanos() || !fruitlessSince.remove(lease, since)) {
                return Mono.empty();
            }
            log.warn(
                    "No event of the range {} could be sent for {}; it is left to other instances",
                    lease,
                    properties.giveUpAfter());
            return leases.giveUp(lease).onErrorResume(failure -> {
                log.warn("The lease {} could not be released and ends by itself: {}", lease, failure.toString());
                return Mono.empty();
            });
        });
    }

    /** Sets an outbox aside until an operator has it retried. */
    private Mono<End> setAside(JsonNode document, String reason) {
        String id = document.path("id").asString("");
        String ownerId = document.path("ownerId").asString("");
        String shortReason = PlainText.cut(reason, LONGEST_REASON);
        log.error(
                "The outbox {} of the owner {} is set aside, its events are not sent until somebody mends it: {}",
                id,
                ownerId,
                shortReason);
        return deliveries
                .setAside(ownerId, id, shortReason)
                .onErrorResume(failure -> {
                    log.warn("The outbox {} could not be marked and will be met again: {}", id, failure.toString());
                    return Mono.just(false);
                })
                .thenReturn(End.SET_ASIDE);
    }

    private static void tell(long sent, long left) {
        if (left > 0) {
            log.warn(
                    "Events of {} deliveries had been left behind and are sent, those of {} still cannot be",
                    sent,
                    left);
        } else if (sent > 0) {
            log.info("Events of {} deliveries had been left behind and are sent", sent);
        }
    }
}
