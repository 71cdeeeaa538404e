package io.dronedelivery.localservicebus.broker;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The right of one receiver to settle one message. Its token is the delivery tag on the wire. */
public final class Lock {
    private final UUID token;
    private final StoredMessage message;
    private final @Nullable Consumer owner;
    private final @Nullable Session session;
    private long until;

    Lock(UUID token, StoredMessage message, @Nullable Consumer owner, @Nullable Session session, long until) {
        this.token = token;
        this.message = message;
        this.owner = owner;
        this.session = session;
        this.until = until;
    }

    public UUID token() {
        return token;
    }

    public StoredMessage message() {
        return message;
    }

    /** When the lock ends, epoch milliseconds. */
    public long until() {
        return session == null ? until : session.lockedUntil();
    }

    /** The link that holds it; null when a management call created the lock. */
    @Nullable
    Consumer owner() {
        return owner;
    }

    @Nullable
    Session session() {
        return session;
    }

    void until(long newUntil) {
        until = newUntil;
    }
}
