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
 * Shares leases among instances, as evenly as they divide. Instances never compare clocks. A holder counts the lease's time from the moment
 * before it renews; all others count from the moment at which they first saw the lease as it is now, which is later. So when others take the
 * lease to be its holder's no more, the holder knows that already. What counts is how long, by {@link System#nanoTime()}, and the ETag.
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
    private volatile boolean ending;

    /** Of leases of others, by name. Used by {@link #run()} alone. */
    private Map<String, Seen> seen = Map.of();

    /**
     * @param databaseTime when the lease was renewed, by the database's clock
     * @param since {@link System#nanoTime()} before it was renewed
     * @param known and after that
     */
    private record Held(Instant databaseTime, long since, long known) {}

    /** @param since {@link System#nanoTime()} when this version was first seen */
    private record Seen(StoredDocument<LeaseDocument> stored, long since) {

        LeaseDocument lease() {
            return stored.value();
        }
    }

    /**
     * @param names what there is to lease, asked for at each run
     * @param instance unique
     * @param duration for which a lease is its holder's unless it is renewed
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

    /** Whether a lease is this instance's at this moment. */
    public boolean holds(String name) {
        return find(name) != null;
    }

    /** The lease, when this instance holds it at this moment. */
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

    /** Renews what this instance holds, and takes or asks for what it lacks of its share. To be called several times in a lease's duration. */
    Mono<Void> run() {
        return Mono.defer(() -> ending
                ? Mono.empty()
                : names.flatMap(all -> Flux.fromIterable(all)
                        // One that cannot be read keeps no other from being renewed.
                        .flatMapDelayError(this::look, AT_ONCE, 1)
                        .collectList()
                        .flatMap(others -> share(all, others))));
    }

    /** Renews a lease of this instance's, or tells how one of another's stands. */
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

    /** Whoever asks for a lease changes it, too; its holder may be dead all the same. */
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
                free.add(lease);
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

    /** Asks whoever has most, and more than its share. What is asked for already is not asked for again. */
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

    /** Whether the lease is this instance's from now on. */
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

    /** Takes and renews nothing any more, and lets go of what it holds. */
    void end() {
        ending = true;
    }

    /** Gives all leases back, so that others need not wait until they are over. */
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
