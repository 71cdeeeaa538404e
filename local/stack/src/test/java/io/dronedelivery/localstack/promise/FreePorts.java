package io.dronedelivery.localstack.promise;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Ports for processes that are started later, and again at the same place. They are below those that operating systems give to
 * connections and to listeners on port 0, so that none of these takes one while its process is away.
 */
final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    private FreePorts() {}

    static int one() throws IOException {
        return several(1)[0];
    }

    static int[] several(int count) throws IOException {
        Random random = new Random();
        Map<Integer, ServerSocket> held = new LinkedHashMap<>();
        try {
            while (held.size() < count) {
                int port = random.nextInt(FIRST, END);
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
        return held.keySet().stream().mapToInt(Integer::intValue).toArray();
    }
}
