package io.dronedelivery.messaging.event;

/** A broker adapter's bean that tells of the connections it sends through. */
@FunctionalInterface
public interface BrokerConnections {

    /**
     * The connections of now.
     *
     * @param open how many are open
     * @param opened how many were opened since the start
     * @param min how many are kept open when nothing is sent
     * @param max how many there may be
     */
    record Connections(int open, long opened, int min, int max) {}

    /** The connections of now. */
    Connections connections();
}
