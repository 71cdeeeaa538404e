package io.dronedelivery.localservicebus.broker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ready messages by session. A session is given to one consumer at a time. Free sessions with messages are queued. */
final class SessionBacklog implements Backlog {
    private final Map<String, Session> sessions = new HashMap<>();
    private final Map<Consumer, Session> owned = new LinkedHashMap<>();
    /** Free sessions with messages, the longest waiting first. */
    private final Set<Session> available = new LinkedHashSet<>();

    private final Deque<SessionRequest> waiting = new ArrayDeque<>();
    private final EventLoop loop;
    private final LongSupplier lockMillis;
    private int ready;
    private long stateBytes;

    SessionBacklog(EventLoop loop, LongSupplier lockMillis) {
        this.loop = loop;
        this.lockMillis = lockMillis;
    }

    @Override
    public void add(StoredMessage message) {
        Session session = session(message);
        session.ready().put(message.sequence(), message);
        ready++;
        if (session.owner() == null) {
            available.add(session);
        }
    }

    @Override
    public void remove(StoredMessage message) {
        Session session = session(message);
        if (session.ready().remove(message.sequence()) != null) {
            ready--;
        }
        tidy(session);
    }

    @Override
    public void dispatch(BiConsumer<StoredMessage, Consumer> handOver) {
        while (!available.isEmpty() && !waiting.isEmpty()) {
            grant(available.iterator().next(), waiting.remove());
        }
        for (Map.Entry<Consumer, Session> entry : List.copyOf(owned.entrySet())) {
            Session session = entry.getValue();
            while (!session.ready().isEmpty() && entry.getKey().credit() > 0) {
                ready--;
                handOver.accept(session.ready().pollFirstEntry().getValue(), entry.getKey());
            }
        }
    }

    /**
     * Locks the requested session for the requester, now or when it is free.
     *
     * @throws BrokerRefusal when another receiver holds the named session
     */
    void request(SessionRequest request) {
        String wanted = request.sessionId();
        if (wanted == null) {
            waiting.add(request);
            return;
        }
        Session session = sessions.computeIfAbsent(wanted, Session::new);
        if (session.owner() != null) {
            throw new BrokerRefusal(
                    Conditions.SESSION_CANNOT_BE_LOCKED,
                    "The requested session '%s' cannot be accepted. It may be locked by another receiver."
                            .formatted(wanted));
        }
        grant(session, request);
    }

    /** Cancels a waiting request. Returns false when it was granted already. */
    boolean cancel(SessionRequest request) {
        return waiting.remove(request);
    }

    private void grant(Session session, SessionRequest request) {
        available.remove(session);
        session.lock(request.consumer(), loop.now() + lockMillis.getAsLong());
        owned.put(request.consumer(), session);
        request.granted(session);
    }

    @Override
    public void detach(Consumer consumer) {
        Session session = owned.get(consumer);
        if (session != null) {
            unlock(session);
        }
    }

    /** Releases the lock. The session's messages were returned before. */
    void unlock(Session session) {
        Consumer owner = session.owner();
        if (owner != null) {
            owned.remove(owner);
        }
        session.unlock();
        if (!session.ready().isEmpty()) {
            available.add(session);
        }
        tidy(session);
    }

    @Nullable
    Session ownedBy(Consumer consumer) {
        return owned.get(consumer);
    }

    List<Session> expired(long now) {
        return owned.values().stream().filter(s -> s.lockedUntil() <= now).toList();
    }

    long nextDeadline() {
        return owned.values().stream().mapToLong(Session::lockedUntil).min().orElse(Long.MAX_VALUE);
    }

    /**
     * Renews the session's lock. Returns its new end.
     *
     * @throws BrokerRefusal when the caller does not own it
     */
    long renew(String sessionId, Predicate<Consumer> asker) {
        Session session = owned(sessionId, asker);
        session.extend(loop.now() + lockMillis.getAsLong());
        return session.lockedUntil();
    }

    /** As {@link SessionAccess#ids}, sorted. */
    List<String> ids(long since) {
        boolean withMessages = since > loop.now();
        return sessions.values().stream()
                .filter(session -> withMessages
                        ? !session.ready().isEmpty()
                        : session.state() != null && session.stateAt() >= since)
                .map(Session::id)
                .sorted()
                .toList();
    }

    byte @Nullable [] state(String sessionId) {
        Session session = sessions.get(sessionId);
        return session == null ? null : session.state();
    }

    /** Sets the state of a session; null removes it. */
    void state(Session session, byte @Nullable [] state) {
        stateBytes += growth(session, state);
        session.state(state, loop.now());
    }

    /** Number of additional bytes with this state. */
    static long growth(Session session, byte @Nullable [] state) {
        byte[] old = session.state();
        return bytes(session, state) - bytes(session, old);
    }

    private static long bytes(Session session, byte @Nullable [] state) {
        return state == null ? 0 : session.id().length() + state.length;
    }

    @Override
    public long stateBytes() {
        return stateBytes;
    }

    void restoreState(String sessionId, byte @Nullable [] state) {
        Session session = sessions.computeIfAbsent(sessionId, Session::new);
        state(session, state);
        tidy(session);
    }

    Map<String, byte[]> states() {
        Map<String, byte[]> states = new LinkedHashMap<>();
        for (Session session : new ArrayList<>(sessions.values())) {
            byte[] state = session.state();
            if (state != null) {
                states.put(session.id(), state);
            }
        }
        return states;
    }

    @Override
    public int size() {
        return ready;
    }

    private Session session(StoredMessage message) {
        return sessions.computeIfAbsent(Objects.requireNonNull(message.sessionId()), Session::new);
    }

    /**
     * The session that the caller owns.
     *
     * @param asker whether a consumer may be the caller
     * @throws BrokerRefusal when no receiver or another receiver holds the session
     */
    Session owned(String sessionId, Predicate<Consumer> asker) {
        Session session = sessions.get(sessionId);
        if (session == null || session.owner() == null || !asker.test(session.owner())) {
            throw new BrokerRefusal(
                    Conditions.SESSION_LOCK_LOST,
                    "The lock of session '%s' has expired. Accept the session again.".formatted(sessionId));
        }
        return session;
    }

    private void tidy(Session session) {
        if (session.ready().isEmpty()) {
            available.remove(session);
        }
        if (session.isUnused()) {
            sessions.remove(session.id());
        }
    }
}
