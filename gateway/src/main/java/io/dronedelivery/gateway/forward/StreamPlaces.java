package io.dronedelivery.gateway.forward;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many streams of one forward may be open. When all places are taken, a caller that has fewer streams than another one gets a place of
 * that one, whose oldest stream ends. Any thread may call it.
 */
final class StreamPlaces {

    interface Holder {
        /** It has lost its place, and ends in order. */
        void yield();
    }

    private final int max;
    private final Map<Object, Deque<Holder>> byCaller = new LinkedHashMap<>();
    private int taken;

    StreamPlaces(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    synchronized int taken() {
        return taken;
    }

    /**
     * Takes a place; false when there is none for this caller.
     *
     * @param caller compared by {@code equals}
     */
    boolean take(Object caller, Holder holder) {
        Holder ended = null;
        synchronized (this) {
            if (taken >= max) {
                ended = oldestOfCallerWithMoreThan(count(caller) + 1);
                if (ended == null) {
                    return false;
                }
            }
            byCaller.computeIfAbsent(caller, any -> new ArrayDeque<>()).add(holder);
            taken++;
        }
        if (ended != null) {
            ended.yield();
        }
        return true;
    }

    private int count(Object caller) {
        Deque<Holder> own = byCaller.get(caller);
        return own == null ? 0 : own.size();
    }

    private @Nullable Holder oldestOfCallerWithMoreThan(int count) {
        Object most = null;
        Deque<Holder> streams = null;
        for (Map.Entry<Object, Deque<Holder>> entry : byCaller.entrySet()) {
            if (entry.getValue().size() > (streams == null ? count : streams.size())) {
                most = entry.getKey();
                streams = entry.getValue();
            }
        }
        if (most == null || streams == null) {
            return null;
        }
        Holder oldest = streams.peek();
        giveBack(most, oldest);
        return oldest;
    }

    /** Gives the place back, if it was not lost before. */
    synchronized void giveBack(Object caller, @Nullable Holder holder) {
        Deque<Holder> own = byCaller.get(caller);
        if (own != null && own.remove(holder)) {
            taken--;
            if (own.isEmpty()) {
                byCaller.remove(caller);
            }
        }
    }
}
