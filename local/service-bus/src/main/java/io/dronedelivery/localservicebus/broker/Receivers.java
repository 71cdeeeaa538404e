package io.dronedelivery.localservicebus.broker;

public final class Receivers {
    private final MessageQueue queue;
    private final Backlog backlog;
    private final Broker broker;

    Receivers(MessageQueue queue, Backlog backlog, Broker broker) {
        this.queue = queue;
        this.backlog = backlog;
        this.broker = broker;
    }

    /**
     * Adds a receiver.
     *
     * @throws BrokerRefusal when the queue requires sessions or forwards its messages
     */
    public void attach(Consumer consumer) {
        checkReceivable();
        if (!(backlog instanceof SharedBacklog shared)) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "It is not possible for an entity that requires sessions to create a non-sessionful message receiver: '%s'."
                            .formatted(queue.path()));
        }
        shared.attach(consumer);
        broker.touched(queue);
    }

    /**
     * Adds a receiver for a session, as soon as a session is free.
     *
     * @throws BrokerRefusal when the queue has no sessions, or the named one is taken
     */
    public void attach(SessionRequest request) {
        checkReceivable();
        sessions().request(request);
        broker.touched(queue);
    }

    /** Cancels a request for a session. Returns false when it was granted already. */
    public boolean cancel(SessionRequest request) {
        return sessions().cancel(request);
    }

    /** A receiver's credit has grown. */
    public void creditChanged() {
        broker.touched(queue);
    }

    /**
     * The sessions.
     *
     * @throws BrokerRefusal when the queue has none
     */
    SessionBacklog sessions() {
        if (backlog instanceof SessionBacklog sessions) {
            return sessions;
        }
        throw new BrokerRefusal(
                Conditions.NOT_ALLOWED,
                "A sessionful message receiver cannot be created on '%s', which does not require sessions."
                        .formatted(queue.path()));
    }

    private void checkReceivable() {
        if (queue.forwards()) {
            throw new BrokerRefusal(
                    Conditions.NOT_ALLOWED,
                    "'%s' forwards its messages; receive them from '%s'."
                            .formatted(queue.path(), queue.settings().forwardTo()));
        }
    }
}
