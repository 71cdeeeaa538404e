package io.dronedelivery.promise.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the clients know: which orders were accepted under which identifiers, and of which they never heard. Thread-safe. */
public final class Ledger {

    /**
     * A call that was not answered with 202.
     *
     * @param brokenOff whether the server was lost while it answered; otherwise it has refused, and the caller may call again
     * @param startedNanos when it began, {@link System#nanoTime()}
     * @param endedNanos when the client knew
     */
    public record Failure(String url, boolean brokenOff, long startedNanos, long endedNanos, String reason) {}

    private final Map<String, Order> accepted = new ConcurrentHashMap<>();
    private final List<Order> unknown = Collections.synchronizedList(new ArrayList<>());
    private final ConcurrentLinkedQueue<Failure> failures = new ConcurrentLinkedQueue<>();
    private final Set<String> poison = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger repeated = new AtomicInteger();

    /** The first call of an order. */
    void sent() {
        sent.incrementAndGet();
    }

    /** A further call with the same key. */
    void repeated() {
        repeated.incrementAndGet();
    }

    /** 202: from now on there must be a line. */
    public void accepted(String deliveryId, Order order) {
        Order other = accepted.putIfAbsent(deliveryId, order);
        if (other != null && other != order) {
            violation("two orders were accepted as " + deliveryId);
        }
    }

    /** No answer, and no key to ask again with: there may be a line. */
    void unknown(Order order) {
        unknown.add(order);
    }

    void failed(Failure call) {
        failures.add(call);
    }

    /** An event that somebody has published and that nobody can handle; it is to be a dead letter. */
    public void poison(String eventId) {
        poison.add(eventId);
    }

    /** Something that must not happen at all. */
    public void violation(String what) {
        violations.add(what);
    }

    Map<String, Order> accepted() {
        return Map.copyOf(accepted);
    }

    public int acceptedCount() {
        return accepted.size();
    }

    public List<Order> unknown() {
        synchronized (unknown) {
            return List.copyOf(unknown);
        }
    }

    public List<Failure> failures() {
        return List.copyOf(failures);
    }

    public Set<String> poison() {
        return Set.copyOf(poison);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    public int sentCount() {
        return sent.get();
    }

    public int repeatedCount() {
        return repeated.get();
    }
}
