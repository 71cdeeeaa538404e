package io.dronedelivery.delivery.lease;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Shares leases among instances as evenly as possible. No clocks of instances are compared: only durations by {@link System#nanoTime()} and
 * ETags count. A holder counts a lease's duration from before the renewal. All other instances count it from when they first see the new
 * ETag, which is later. So the lease always expires for its holder first.
 *
 * <p>{@link #run()} is called by one thread at a time, everything else by any.
 */
public final class Leases {

    private static final Logger log = LoggerFactory.getLogger(Leases.class);

    private static final int AT_ONCE = 4;

    private final DocumentContainer container;
    private final Mono<Set<String>> names;
    private final String instance;
    private final Duration duration;
    private final LongSupplier nanoTime;
    private final Map<String, Held> held = new ConcurrentHashMap<>();
    /** When leases were given up, by {@link System#nanoTime()}. */
    private final Map<String, Long> givenUp = new ConcurrentHashMap<>();

    private volatile boolean ending;

    /** Other instances' leases by name. Used by {@link #run()} alone. */
    private Map<String, Seen> seen = Map.of();

    /**
     * @param databaseTime time of the renewal by the database's clock
     * @param since {@link System#nanoTime()} before the renewal
     * @param known {@link System#nanoTime()} after the renewal
     */
    private record Held(Instant databaseTime, long since, long known) {}

    /** @param since {@link System#nanoTime()} when this version was first seen */
    private record Seen(StoredDocument<LeaseDocument> stored, long since) {

        LeaseDocument lease() {
            return stored.value();
        }
    }

    /**
     * @param names the resources to lease, subscribed at each run
     * @param duration after which a lease expires unless it is renewed
     * @param nanoTime as {@link System#nanoTime()}
     */
    Leases(
            DocumentContainer container,
            Mono<Set<String>> names,
            String instance,
            Duration duration,
            LongSupplier nanoTime) {
        this.container = container;
        this.names = names;
        this.instance = instance;
        this.duration = duration;
        this.nanoTime = nanoTime;
    }

    public boolean holds(String name) {
        return find(name) != null;
    }

    /** The lease, or null when this instance does not hold it at this moment. */
    public @Nullable Lease find(String name) {
        Held now = held.get(name);
        return now == null || ending || isOver(now.since)
                ? null
                : new Lease(name, now.databaseTime.plusNanos(nanoTime.getAsLong() - now.known));
    }

    /** All leases that this instance holds at this moment. */
    public List<Lease> all() {
        return held.keySet().stream().map(this::find).filter(Objects::nonNull).toList();
    }

    /**
     * Renews this instance's leases, and takes or requests the leases that are missing from its share. To be called several times in a
     * lease's duration.
     */
    Mono<Void> run() {
        return Mono.defer(() -> ending
                ? Mono.empty()
                : names.flatMap(all -> Flux.fromIterable(all)
                        // A lease that cannot be read does not prevent the renewal of others.
                        .flatMapDelayError(this::look, AT_ONCE, 1)
                        .collectList()
                        .flatMap(others -> share(all, others))));
    }

    /** Renews a lease of this instance, or returns the state of another instance's lease. */
    private Mono<Seen> look(String name) {
        return read(name)
                .switchIfEmpty(Mono.defer(
                        () -> container.create(LeaseDocument.free(name)).then(read(name))))
                .flatMap(stored -> instance.equals(stored.value().holder())
                        ? keepOrHandOver(stored)
                        : Mono.fromSupplier(() -> isOfAnother(stored)));
    }

    private Mono<StoredDocument<LeaseDocument>> read(String name) {
        String id = LeaseDocument.idOf(name);
        return container.read(id, id, LeaseDocument.class);
    }

    private Mono<Seen> keepOrHandOver(StoredDocument<LeaseDocument> stored) {
        String successor = stored.value().successor();
        if (successor == null) {
            return write(stored, stored.value().heldBy(instance)).then(Mono.empty());
        }
        String name = stored.value().name();
        held.remove(name);
        log.info("{} is handed over to {}", name, successor);
        return container
                .replace(stored.value().heldBy(successor), stored.etag())
                .then(Mono.empty());
    }

    private Seen isOfAnother(StoredDocument<LeaseDocument> stored) {
        String name = stored.value().name();
        held.remove(name);
        Seen before = seen.get(name);
        if (before != null && before.stored.etag().equals(stored.etag())) {
            return before;
        }
        return new Seen(stored, before != null && isOnlyAskedFor(stored, before) ? before.since : nanoTime.getAsLong());
    }

    /** Whether only a request for the lease changed the document. Then its holder may still be dead. */
    private static boolean isOnlyAskedFor(StoredDocument<LeaseDocument> stored, Seen before) {
        LeaseDocument lease = stored.value();
        return lease.successor() != null
                && Objects.equals(lease.holder(), before.lease().holder());
    }

    private Mono<Void> share(Set<String> all, List<Seen> others) {
        seen = byName(others);
        held.keySet().retainAll(all);
        Map<String, List<Seen>> alive = new HashMap<>();
        List<Seen> free = new ArrayList<>();
        for (Seen lease : others) {
            String holder = lease.lease().holder();
            if (holder == null || isOver(lease.since)) {
                if (!wasGivenUp(lease.lease().name())) {
                    free.add(lease);
                }
            } else {
                alive.computeIfAbsent(holder, h -> new ArrayList<>()).add(lease);
            }
        }
        int instances = alive.size() + 1;
        int mine = all().size();
        int largestShare = (all.size() + instances - 1) / instances;
        int smallestShare = all.size() / instances;
        List<Seen> taken = free.subList(0, Math.max(0, Math.min(largestShare - mine, free.size())));
        return Flux.fromIterable(taken)
                .flatMap(this::take, AT_ONCE)
                .then(ask(alive, smallestShare, smallestShare - mine - taken.size()));
    }

    private boolean wasGivenUp(String name) {
        Long since = givenUp.get(name);
        if (since == null || isOver(since)) {
            givenUp.remove(name);
            return false;
        }
        return true;
    }

    private static Map<String, Seen> byName(List<Seen> others) {
        Map<String, Seen> byName = new HashMap<>();
        others.forEach(lease -> byName.put(lease.lease().name(), lease));
        return byName;
    }

    private Mono<Boolean> take(Seen lease) {
        String holder = lease.lease().holder();
        return write(lease.stored, lease.lease().heldBy(instance)).doOnNext(taken -> {
            if (taken && holder != null) {
                log.info(
                        "{} is taken over from {}, which has not renewed it",
                        lease.lease().name(),
                        holder);
            }
        });
    }

    /**
     * Requests leases from the instance that holds the most, if it holds more than its share. A lease that is already requested is not
     * requested again.
     */
    private Mono<Void> ask(Map<String, List<Seen>> alive, int share, int lacking) {
        List<Seen> most =
                alive.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        long asked =
                most.stream().filter(lease -> lease.lease().successor() != null).count();
        long tooMany = Math.min(lacking, most.size() - share) - asked;
        return Flux.fromIterable(most)
                .filter(lease -> lease.lease().successor() == null)
                .take(Math.max(0, tooMany))
                .flatMap(lease -> container.replace(lease.lease().askedForBy(instance), lease.stored.etag()), AT_ONCE)
                .then();
    }

    /** Writes a lease. Returns whether this instance holds the lease from now on. */
    private Mono<Boolean> write(StoredDocument<LeaseDocument> stored, LeaseDocument next) {
        return Mono.defer(() -> {
            long before = nanoTime.getAsLong();
            return container
                    .replace(next, stored.etag())
                    .flatMap(done -> done ? read(next.name()) : Mono.empty())
                    .filter(now -> instance.equals(now.value().holder()))
                    .doOnNext(now -> held.put(next.name(), new Held(databaseTime(now), before, nanoTime.getAsLong())))
                    .hasElement()
                    .doOnNext(isOurs -> {
                        if (!isOurs) {
                            held.remove(next.name());
                        }
                    });
        });
    }

    private static Instant databaseTime(StoredDocument<LeaseDocument> stored) {
        return Instant.ofEpochSecond(stored.value().databaseSecond());
    }

    private boolean isOver(long since) {
        return nanoTime.getAsLong() - since >= duration.toNanos();
    }

    /** Ends taking and renewing leases. From now on this instance counts as holding none. */
    void end() {
        ending = true;
    }

    /** Leaves a lease to other instances, because this instance makes no use of it. It takes the lease again after a lease's duration. */
    public Mono<Void> giveUp(String name) {
        return Mono.defer(() -> {
            givenUp.put(name, nanoTime.getAsLong());
            return release(name).then();
        });
    }

    /** Releases all leases, so that other instances need not wait for their expiry. */
    Mono<Void> release() {
        return Mono.defer(() -> {
            end();
            return Flux.fromIterable(List.copyOf(held.keySet()))
                    .flatMap(this::release, AT_ONCE)
                    .then();
        });
    }

    private Mono<Boolean> release(String name) {
        held.remove(name);
        return read(name)
                .filter(stored -> instance.equals(stored.value().holder()))
                .flatMap(stored ->
                        container.replace(stored.value().heldBy(stored.value().successor()), stored.etag()));
    }
}
