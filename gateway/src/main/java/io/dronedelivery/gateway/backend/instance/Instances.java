package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.settings.BackendProperties;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The instances of one backend. It calls the one with the fewest calls in progress among those that are neither excluded nor busy, else among
 * the busy ones. When all are excluded, all are called: the circuit breaker handles a backend without a working instance.
 *
 * <p>While instances have different weights, or one is in its slow start, it calls one at random by weight instead. A call with a sticky value
 * is sent to the instance for that value, unless that is excluded.
 *
 * <p>Failed calls exclude at most half of the instances: when more fail, the cause is probably not an instance, and the others would get too
 * many calls. An instance that accepts no connection is excluded in any case, because it cannot answer, and is none of those of which half
 * have to stay.
 *
 * <p>Any thread may call it; {@link #replace} one at a time.
 */
public final class Instances {

    private final String backend;
    private final BackendProperties.ConnectionPoolSettings pool;
    private final BiFunction<String, Boolean, Instance> factory;
    private final AtomicLong spoiltOfGone = new AtomicLong();
    private volatile Instance[] all;
    /** The instances that the last answer of the name service no longer has. */
    private volatile List<Instance> gone = List.of();

    private volatile boolean closed;
    /** Whether an instance has a weight that is not that of the others. */
    private final boolean weighted;

    private final boolean slowStart;

    /**
     * @param backend its name
     * @param pool the settings of each one's pool
     * @param addresses host and port of each
     * @param fixed whether the addresses never change
     * @param slowStart whether instances may be in a slow start
     * @param factory makes an instance for an address; its second argument says whether it will always be the only one
     */
    Instances(
            String backend,
            BackendProperties.ConnectionPoolSettings pool,
            Set<String> addresses,
            boolean fixed,
            boolean slowStart,
            BiFunction<String, Boolean, Instance> factory) {
        this.backend = backend;
        this.pool = pool;
        this.factory = factory;
        this.slowStart = slowStart;
        boolean alone = fixed && addresses.size() == 1;
        this.all = addresses.stream().map(address -> create(address, alone)).toArray(Instance[]::new);
        this.weighted =
                Arrays.stream(all).mapToInt(Instance::fullWeight).distinct().count() > 1;
    }

    private Instance create(String address, boolean alone) {
        Instance created = factory.apply(address, alone);
        created.onTooManyFailures(this::leaveOutUnlessTooMany);
        return created;
    }

    /** Half of the instances that accept connections have to be left. */
    private synchronized void leaveOutUnlessTooMany(Instance failing) {
        long now = System.nanoTime();
        if (!failing.isIn(now)) {
            // Calls that were under way already.
            return;
        }
        failing.reached();
        Instance[] accepting =
                Arrays.stream(all).filter(one -> !one.isUnreachable()).toArray(Instance[]::new);
        long in = Arrays.stream(accepting).filter(one -> one.isIn(now)).count();
        if (2 * (in - 1) >= accepting.length) {
            failing.leaveOutForFailures();
        }
    }

    /**
     * The one to call.
     *
     * @param tried that has failed the same call before; another one is taken if there is any
     * @param sticky the value whose calls are sent to the same instance, null when there is none
     */
    public Instance choose(@Nullable Instance tried, @Nullable String sticky) {
        Instance[] known = all;
        if (known.length == 1) {
            return known[0];
        }
        long now = System.nanoTime();
        if (sticky != null || weighted || slowStart && isAnyInSlowStart(known, now)) {
            return chooseByWeight(known, tried, sticky, now);
        }
        Instance best = null;
        Instance busy = null;
        Instance out = null;
        int first = ThreadLocalRandom.current().nextInt(known.length);
        for (int i = 0; i < known.length; i++) {
            Instance one = known[(first + i) % known.length];
            if (one == tried) {
                continue;
            }
            if (!one.isIn(now)) {
                out = fewerCalls(out, one);
            } else if (one.isBusy(now)) {
                busy = fewerCalls(busy, one);
            } else {
                best = fewerCalls(best, one);
            }
        }
        if (best != null) {
            return best;
        }
        Instance chosen = busy == null ? out : busy;
        return chosen == null ? known[0] : chosen;
    }

    /**
     * The one to call while the same call is in progress elsewhere; null when no other one is worth it. A single address may belong to several
     * instances.
     *
     * @param first where the call is in progress, null where that is not known
     * @param sticky as for {@link #choose}
     */
    public @Nullable Instance chooseBeside(@Nullable Instance first, @Nullable String sticky) {
        Instance[] known = all;
        if (known.length == 1) {
            return known[0];
        }
        Instance other = first == null ? null : choose(first, sticky);
        long now = System.nanoTime();
        return other == first || other == null || !other.isIn(now) || other.isBusy(now) ? null : other;
    }

    private static boolean isAnyInSlowStart(Instance[] known, long now) {
        for (Instance one : known) {
            if (one.isInSlowStart(now)) {
                return true;
            }
        }
        return false;
    }

    /** For a sticky value busy instances count like others: what refuses one caller is no reason to change the instance of all values. */
    private static Instance chooseByWeight(
            Instance[] known, @Nullable Instance tried, @Nullable String sticky, long now) {
        List<Instance> best = new ArrayList<>(known.length);
        List<Instance> busy = new ArrayList<>(0);
        List<Instance> out = new ArrayList<>(0);
        for (Instance one : known) {
            if (one != tried) {
                (!one.isIn(now) ? out : sticky == null && one.isBusy(now) ? busy : best).add(one);
            }
        }
        List<Instance> some = !best.isEmpty() ? best : busy.isEmpty() ? out : busy;
        if (some.isEmpty()) {
            return known[0];
        }
        return sticky == null ? InstanceWeights.random(some, now) : InstanceWeights.of(sticky, some, now);
    }

    private static Instance fewerCalls(@Nullable Instance one, Instance other) {
        return one == null || other.calls() < one.calls() ? other : one;
    }

    /** Whether it was removed from them while the gateway runs. */
    public boolean isGone(Instance one) {
        return !closed && !Arrays.asList(all).contains(one);
    }

    /** How many there are. */
    public int count() {
        return all.length;
    }

    /** How many are not excluded. */
    public int countIn() {
        long now = System.nanoTime();
        return (int) Arrays.stream(all).filter(one -> one.isIn(now)).count();
    }

    /** The addresses, in the order of the settings or the answer of the name service. */
    public List<String> addresses() {
        return Arrays.stream(all).map(Instance::address).toList();
    }

    /** Takes the current addresses of the name service. Calls in progress at a removed address continue. */
    void replace(Set<String> addresses) {
        // Once more: a call that had chosen one before has its pool made anew when it asks for a connection afterwards.
        gone.forEach(one -> one.pool().close());
        Instance[] before = all;
        Set<String> added = new LinkedHashSet<>(addresses);
        List<Instance> next = new ArrayList<>();
        List<Instance> missing = new ArrayList<>();
        for (Instance one : before) {
            (added.remove(one.address()) ? next : missing).add(one);
        }
        boolean allNew = next.isEmpty();
        for (String address : added) {
            Instance one = create(address, false);
            if (!allNew) {
                one.startSlowly(System.nanoTime());
            }
            next.add(one);
        }
        all = next.toArray(Instance[]::new);
        missing.forEach(one -> {
            spoiltOfGone.addAndGet(one.pool().spoilt());
            one.pool().close();
        });
        gone = missing;
    }

    public void bindTo(MeterRegistry meters) {
        pool(meters, "active", "connections that carry a call", PoolShare::active);
        pool(meters, "idle", "open connections that carry no call", PoolShare::idle);
        pool(meters, "pending", "calls that wait for a connection", PoolShare::pending);
        FunctionCounter.builder("gateway.backend.pool.spoilt", this, Instances::spoilt)
                .description("connections closed because the backend sent bytes that belong to no call")
                .tag("backend", backend)
                .register(meters);
        gauge(meters, "pool.max", "connections allowed", it -> it.count() * it.pool.maxConnections());
        gauge(meters, "instances", "instances of the backend", Instances::count);
        gauge(meters, "instances.in", "instances that are not left out for their failures", Instances::countIn);
    }

    private double spoilt() {
        return spoiltOfGone.get()
                + Arrays.stream(all).mapToLong(one -> one.pool().spoilt()).sum();
    }

    private void pool(MeterRegistry meters, String name, String description, ToIntFunction<PoolShare> figure) {
        gauge(
                meters,
                "pool." + name,
                description,
                it -> Arrays.stream(it.all)
                        .mapToInt(one -> one.pool().figure(figure))
                        .sum());
    }

    private void gauge(MeterRegistry meters, String name, String description, ToIntFunction<Instances> figure) {
        Gauge.builder("gateway.backend." + name, this, figure::applyAsInt)
                .description(description)
                .tag("backend", backend)
                .register(meters);
    }

    /** Tries a connection to each of them. Completes in any case. */
    public Mono<Void> tryConnections() {
        return Flux.fromArray(all).flatMap(one -> one.pool().tryConnection()).then();
    }

    public void close() {
        closed = true;
        for (Instance one : all) {
            one.pool().close();
        }
        gone.forEach(one -> one.pool().close());
    }
}
