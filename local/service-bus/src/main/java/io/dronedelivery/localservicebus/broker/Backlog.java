package io.dronedelivery.localservicebus.broker;

import java.util.function.BiConsumer;

/** The messages of a queue that are ready to be given out, and who takes them. */
sealed interface Backlog permits SharedBacklog, SessionBacklog {
    void add(StoredMessage message);

    void remove(StoredMessage message);

    /** Gives out what can be given out now. The hand-over may drop a message instead, when it has expired meanwhile. */
    void dispatch(BiConsumer<StoredMessage, Consumer> handOver);

    void detach(Consumer consumer);

    int size();

    /** The bytes of the sessions' states. */
    default long stateBytes() {
        return 0;
    }
}
