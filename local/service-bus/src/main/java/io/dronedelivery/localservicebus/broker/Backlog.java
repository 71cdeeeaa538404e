package io.dronedelivery.localservicebus.broker;

import java.util.function.BiConsumer;

/** The messages of a queue that are ready for delivery, and their receivers. */
sealed interface Backlog permits SharedBacklog, SessionBacklog {
    void add(StoredMessage message);

    void remove(StoredMessage message);

    /** Delivers all messages that can be delivered now. The hand-over may drop an expired message instead. */
    void dispatch(BiConsumer<StoredMessage, Consumer> handOver);

    void detach(Consumer consumer);

    int size();

    default long stateBytes() {
        return 0;
    }
}
