package io.dronedelivery.localstack.promise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the clients know: which orders were accepted under which identifiers, and of which they never heard. Thread-safe. */
final class Ledger {

    /**
     * A call in which the server was lost while it answered.
     *
     * @param startedNanos when it began, {@link System#nanoTime()}
     * @param endedNanos when the client knew
     */
    record Broken(String url, long startedNanos, long endedNanos, String reason) {}

    private final Map<String, Order> accepted = new ConcurrentHashMap<>();
    private final List<Order> unknown = java.util.Collections.synchronizedList(new ArrayList<>());
    private final ConcurrentLinkedQueue<Broken> broken = new ConcurrentLinkedQueue<>();
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
    void accepted(String deliveryId, Order order) {
        Order other = accepted.putIfAbsent(deliveryId, order);
        if (other != null && other != order) {
            violation("two orders were accepted as " + deliveryId);
        }
    }

    /** No answer, and no key to ask again with: there may be a line. */
    void unknown(Order order) {
        unknown.add(order);
    }

    void broken(Broken call) {
        broken.add(call);
    }

    /** Something that must not happen at all. */
    void violation(String what) {
        violations.add(what);
    }

    Map<String, Order> accepted() {
        return Map.copyOf(accepted);
    }

    int acceptedCount() {
        return accepted.size();
    }

    List<Order> unknown() {
        synchronized (unknown) {
            return List.copyOf(unknown);
        }
    }

    List<Broken> broken() {
        return List.copyOf(broken);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int sentCount() {
        return sent.get();
    }

    int repeatedCount() {
        return repeated.get();
    }
}
