package io.dronedelivery.localkit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A fault in force. Closing it ends it. Thread-safe. */
public final class InjectedFault implements AutoCloseable {
    private final FaultList list;
    private final String id;
    private final FaultOrder order;
    private final Instant until;
    private final @Nullable AtomicInteger left;
    private volatile @Nullable Runnable ending;
    private boolean ended;

    InjectedFault(FaultList list, String id, FaultOrder order, Instant until) {
        this.list = list;
        this.id = id;
        this.order = order;
        this.until = until;
        Integer times = order.times();
        this.left = times == null ? null : new AtomicInteger(times);
    }

    public String id() {
        return id;
    }

    public FaultOrder order() {
        return order;
    }

    /** When it ends at the latest. */
    public Instant until() {
        return until;
    }

    /** Ends it, if it has not ended yet. Waits until the end has taken effect. */
    @Override
    public void close() {
        list.end(id);
    }

    /** Sets what happens at the end. It happens once, also when the end was before. */
    public synchronized void onEnd(Runnable action) {
        if (ended) {
            action.run();
        } else {
            ending = action;
        }
    }

    synchronized void finish() {
        Runnable action = ending;
        if (!ended && action != null) {
            action.run();
        }
        ended = true;
    }

    /** Whether its time is over and nothing has to happen at its end. */
    boolean isOver(Instant now) {
        return ending == null && !until.isAfter(now);
    }

    /** Whether it meets one more request. The last one ends it. */
    boolean meetsOneMore() {
        AtomicInteger requests = left;
        if (requests == null) {
            return true;
        }
        int now = requests.decrementAndGet();
        if (now == 0) {
            close();
        }
        return now >= 0;
    }

    /** The fault in the words of its order, with its id and end. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id);
        members.put("fault", order.kind());
        members.putAll(order.settings());
        members.put("until", until.toString());
        if (left != null) {
            members.put("left", Math.max(0, left.get()));
        }
        return members;
    }
}
