package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for what is started later, and again at the same place. They are below those that operating systems give to connections and to
 * listeners on port 0, so that none of these takes one before its owner listens on it, or while its owner is away.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    private FreePorts() {}

    public static int one() throws IOException {
        return several(1).get(0);
    }

    /** That many different ports on which nothing listens at loopback, drawn by chance. */
    public static List<Integer> several(int count) throws IOException {
        Map<Integer, ServerSocket> held = new LinkedHashMap<>();
        try {
            while (held.size() < count) {
                int port = ThreadLocalRandom.current().nextInt(FIRST, END);
                try {
                    held.put(port, new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (IOException inUse) {
                    // Draw another one.
                }
            }
        } finally {
            for (ServerSocket socket : held.values()) {
                socket.close();
            }
        }
        return new ArrayList<>(held.keySet());
    }
}
