package io.dronedelivery.localkit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults in force at a stand-in. Without one, a request costs a read of a volatile field. Thread-safe. */
public final class FaultList {
    private static final int MOST = 100;

    private final Map<String, Set<String>> kinds;
    private final InstantSource clock;
    private final FaultEffect effect;
    private final AtomicInteger lastId = new AtomicInteger();
    private volatile List<InjectedFault> inForce = List.of();

    /** @param kinds the words that each kind of fault may have beside {@code for} */
    public FaultList(Map<String, Set<String>> kinds, InstantSource clock, FaultEffect effect) {
        this.kinds = kinds;
        this.clock = clock;
        this.effect = effect;
    }

    /**
     * Begins a fault, and returns when it is in force.
     *
     * @param words such as {@code 429,times=3}
     * @throws IllegalArgumentException naming the wrong word
     */
    public InjectedFault begin(String words) {
        return begin(FaultOrder.of(words, kinds));
    }

    InjectedFault begin(byte[] json) {
        return begin(FaultOrder.ofJson(json, kinds));
    }

    private InjectedFault begin(FaultOrder order) {
        effect.check(order);
        InjectedFault fault;
        synchronized (this) {
            List<InjectedFault> others = inForce();
            if (others.size() >= MOST) {
                throw new IllegalArgumentException("There are " + MOST + " faults in force; end one of them first");
            }
            fault = new InjectedFault(
                    this,
                    Integer.toString(lastId.incrementAndGet()),
                    order,
                    clock.instant().plus(order.lasts()));
            inForce = Stream.concat(others.stream(), Stream.of(fault)).toList();
        }
        try {
            effect.begin(fault);
        } catch (RuntimeException e) {
            end(fault.id());
            throw e;
        }
        return fault;
    }

    /** The faults in force, in the order of their begin. */
    public List<InjectedFault> inForce() {
        Instant now = clock.instant();
        return inForce.stream().filter(fault -> !fault.isOver(now)).toList();
    }

    /**
     * Ends a fault, and returns when it is no longer in force.
     *
     * @return whether there was one with this id
     */
    public boolean end(String id) {
        InjectedFault ended = null;
        synchronized (this) {
            for (InjectedFault fault : inForce()) {
                if (fault.id().equals(id)) {
                    ended = fault;
                }
            }
            inForce = inForce().stream().filter(fault -> !fault.id().equals(id)).toList();
        }
        if (ended != null) {
            ended.finish();
        }
        return ended != null;
    }

    public void endAll() {
        inForce().forEach(InjectedFault::close);
    }

    /** Whether a request need not ask {@link #meeting}. */
    public boolean isEmpty() {
        return inForce.isEmpty();
    }

    /** The first fault in force that meets the request, which counts for it; null for none. */
    public @Nullable InjectedFault meeting(Predicate<FaultOrder> isMet) {
        Instant now = clock.instant();
        for (InjectedFault fault : inForce) {
            if (fault.isOver(now)) {
                end(fault.id());
            } else if (isMet.test(fault.order()) && fault.meetsOneMore()) {
                return fault;
            }
        }
        return null;
    }
}
