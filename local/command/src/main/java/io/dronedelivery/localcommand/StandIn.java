package io.dronedelivery.localcommand;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A stand-in that the command line describes.
 *
 * @param listeners its ports
 * @param start starts it; an {@link IllegalArgumentException} means that an option is wrong
 */
record StandIn(List<Listener> listeners, Callable<StartedStandIn> start) {

    /**
     * A port of a stand-in.
     *
     * @param option the option that chooses it
     * @param others programs that use the same port by default
     */
    record Listener(String option, int port, String others) {}

    /**
     * A started stand-in.
     *
     * @param ready the line that says so, with the connection
     * @param connection the connection string alone
     */
    record StartedStandIn(String ready, String connection, AutoCloseable process) {}
}
