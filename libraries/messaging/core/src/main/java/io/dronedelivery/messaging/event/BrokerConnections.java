package io.dronedelivery.messaging.event;

/** A bean of a broker adapter that reports the connections it sends through. */
@FunctionalInterface
public interface BrokerConnections {

    /**
     * @param opened how many were opened since the start
     * @param min how many stay open when nothing is sent
     */
    record ConnectionCounts(int open, long opened, int min, int max) {}

    ConnectionCounts connections();
}
