package io.dronedelivery.localservicebus.broker;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages that belong together and are delivered to one receiver at a time, with a state that outlives them. */
public final class Session {
    private final String id;
    private final NavigableMap<Long, StoredMessage> ready = new TreeMap<>();
    private byte @Nullable [] state;
    private long stateAt;
    private @Nullable Consumer owner;
    private long lockedUntil;

    Session(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** When the session's lock ends, epoch milliseconds. */
    public long lockedUntil() {
        return lockedUntil;
    }

    NavigableMap<Long, StoredMessage> ready() {
        return ready;
    }

    byte @Nullable [] state() {
        return state;
    }

    void state(byte @Nullable [] newState, long at) {
        state = newState;
        stateAt = at;
    }

    /** When the state was set in this process, epoch milliseconds. */
    long stateAt() {
        return stateAt;
    }

    @Nullable
    Consumer owner() {
        return owner;
    }

    void lock(Consumer newOwner, long until) {
        owner = newOwner;
        lockedUntil = until;
    }

    void extend(long until) {
        lockedUntil = until;
    }

    void unlock() {
        owner = null;
        lockedUntil = 0;
    }

    boolean isUnused() {
        return owner == null && state == null && ready.isEmpty();
    }
}
