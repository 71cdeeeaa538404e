package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that start later, or restart on the same port. No other process takes such a port before its owner listens on it, or
 * while its owner is down. The ports are below those that operating systems give to connections and to listeners on port 0. They come from
 * a block that this process alone has claimed: it listens on the block's first port for as long as it lives, so two stacks never use the
 * same block.
 */
public final class ClaimedPorts {

    private static final int FIRST = 20_000;
    private static final int BLOCKS = 600;
    private static final int BLOCK_SIZE = 20;

    /** The claims, which listen until the process ends, also those of used-up blocks. */
    private static final List<ServerSocket> CLAIMS = new ArrayList<>();

    private static int next;
    private static int end;

    private ClaimedPorts() {}

    public static int one() throws IOException {
        return several(1).get(0);
    }

    /** Different ports without a loopback listener that were not given before. */
    public static synchronized List<Integer> several(int count) throws IOException {
        List<Integer> free = new ArrayList<>();
        while (free.size() < count) {
            if (next == end) {
                claimBlock();
            }
            int port = next++;
            try {
                listen(port).close();
                free.add(port);
            } catch (IOException inUse) {
                // The next one may be free.
            }
        }
        return free;
    }

    /** Tries blocks until one is free. There are more blocks than processes. */
    private static void claimBlock() {
        while (true) {
            int first = FIRST + ThreadLocalRandom.current().nextInt(BLOCKS) * BLOCK_SIZE;
            try {
                CLAIMS.add(listen(first));
                next = first + 1;
                end = first + BLOCK_SIZE;
                return;
            } catch (IOException claimed) {
                // Another process has the block, or uses its first port.
            }
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
}
