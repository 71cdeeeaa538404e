package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for what is started later, and again at the same place. Nobody else takes one before its owner listens on it, or while its owner is
 * away: they are below those that operating systems give to connections and to listeners on port 0, and they come from a block that is
 * this process's own. A block is claimed by listening on its first port for as long as the process lives, so that two stacks never draw from
 * the same one.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int BLOCKS = 600;
    private static final int BLOCK_SIZE = 20;

    /** Listening until the process ends; of a block that is used up, too. */
    private static final List<ServerSocket> CLAIMS = new ArrayList<>();

    private static int next;
    private static int end;

    private FreePorts() {}

    public static int one() throws IOException {
        return several(1).get(0);
    }

    /** That many different ports on which nothing listens at loopback, and that have not been given before. */
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

    /** Ends when a block is found: those of all other processes are fewer than there are. */
    private static void claimBlock() {
        while (true) {
            int first = FIRST + ThreadLocalRandom.current().nextInt(BLOCKS) * BLOCK_SIZE;
            try {
                CLAIMS.add(listen(first));
                next = first + 1;
                end = first + BLOCK_SIZE;
                return;
            } catch (IOException claimed) {
                // Another process's block, or something else listens there.
            }
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
}
