package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A hundred clients that each bring a gigabyte as fast as they can. */
@Timeout(600)
@ExtendWith(NoBufferLeaks.class)
class EndlessBodiesTest {

    private static final int MIB = 1024 * 1024;
    private static final int CLIENTS = 100;
    private static final long ANNOUNCED = 1024L * MIB;
    private static final long MOST_GROWTH = 64L * MIB;

    /** What is read and dropped, 1 MB, and what the system buffers on both sides of a connection. */
    private static final long MOST_TAKEN = 32L * MIB;

    private static final byte[] PIECE = new byte[64 * 1024];

    private static final List<String> HEADS = List.of(
            "POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + ANNOUNCED + "\r\n\r\n",
            "POST /test/things HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + ANNOUNCED + "\r\n\r\n",
            "GET /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding("gateway.forwards.create.max-request-body=256KB");

    @Test
    void whatever_clients_send_is_not_kept() throws Exception {
        front.backend().on("/things", echo(200));
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            // What the first requests load and what the allocators keep is not what the bodies take.
            for (String head : HEADS) {
                send(head);
            }
            long before = memory();
            List<Future<Long>> taken = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String head = HEADS.get(i % HEADS.size());
                taken.add(clients.submit(() -> send(head)));
            }

            long most = before;
            for (Future<Long> sent : taken) {
                while (!isDone(sent)) {
                    most = Math.max(most, memory());
                }
                assertThat(sent.get()).isBetween(1L, MOST_TAKEN);
            }
            most = Math.max(most, memory());

            assertThat(most - before).isLessThan(MOST_GROWTH);
            assertThat(front.gateway().post("/test/things", "{}").status()).isEqualTo(200);
        } finally {
            clients.shutdownNow();
        }
    }

    private static boolean isDone(Future<?> sent) throws Exception {
        try {
            sent.get(100, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException underWay) {
            return false;
        }
    }

    /** In bytes: what is reachable in the heap, and the buffers of connections. */
    private static long memory() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }

    /** Sends until the gateway closes the connection; how many bytes of the body that were. */
    private static long send(String head) throws IOException {
        boolean chunked = head.contains("chunked");
        long sent = 0;
        try (Socket socket = front.gateway().connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            byte[] size = (Integer.toHexString(PIECE.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            while (sent < ANNOUNCED) {
                if (chunked) {
                    out.write(size);
                }
                out.write(PIECE);
                sent += PIECE.length;
                if (chunked) {
                    out.write('\r');
                    out.write('\n');
                }
            }
        } catch (IOException closed) {
            // The gateway reads no more of it.
        }
        return sent;
    }
}
