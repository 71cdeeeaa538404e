package io.dronedelivery.lab.kit.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for parts that are started later, and again at the same place. They are below those that operating systems give to connections and to
 * listeners on port 0, one of which could otherwise take a port before its owner listens, or while its owner is stopped.
 */
public final class FreePorts {

    /** Beside those of the local stack, which begin at 20,000. */
    private static final int FIRST = 10_000;

    private static final int COUNT = 10_000;

    private static int next = ThreadLocalRandom.current().nextInt(COUNT);

    private FreePorts() {}

    /** A port on which nothing listens at loopback, and that has not been given before. */
    public static synchronized int one() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = FIRST + next;
            next = (next + 1) % COUNT;
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
                return port;
            } catch (IOException inUse) {
                // The next one may be free.
            }
        }
        throw new IllegalStateException("None of the ports from %d on is free".formatted(FIRST));
    }
}
