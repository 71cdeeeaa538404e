package io.dronedelivery.messaging.event;

/** A bean of a broker adapter that reports the connections it sends through. */
@FunctionalInterface
public interface BrokerConnections {

    /**
     * The connections at this moment.
     *
     * @param open how many are open
     * @param opened how many were opened since the start
     * @param min how many stay open when nothing is sent
     * @param max how many may be open
     */
    record ConnectionCounts(int open, long opened, int min, int max) {}

    /** The connections at this moment. */
    ConnectionCounts connections();
}
