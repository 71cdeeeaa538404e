package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of some megabytes are copied as little as can be, and take their own size of memory. */
class LargeAnswersTest {

    private static final int MEGABYTE = 1024 * 1024;
    private static final int CHUNK = 32 * 1024;

    private ResourceLeakDetector.Level tracking;
    private WireBackend backend;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        // A record of each use of each buffer takes more memory than the answers.
        tracking = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        backend = WireBackend.start();
        for (int megabytes : List.of(1, 8)) {
            String text = text(megabytes);
            backend.on(
                    "/announced/" + megabytes,
                    wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                                    + text.length() + "\r\n\r\n")
                            .write(text));
            backend.on("/chunked/" + megabytes, wire -> {
                wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
                for (int at = 0; at < text.length(); at += CHUNK) {
                    wire.write(Integer.toHexString(CHUNK) + "\r\n" + text.substring(at, at + CHUNK) + "\r\n");
                }
                wire.write("0\r\n\r\n");
            });
        }
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.max-response-size=64MB",
                "gateway.aggregations.large.path=/aggregated/{kind}/{size}",
                "gateway.aggregations.large.parts.it.backend=wire",
                "gateway.aggregations.large.parts.it.path=/{kind}/{size}",
                "gateway.forwards.large.method=GET",
                "gateway.forwards.large.path=/forwarded/{kind}/{size}",
                "gateway.forwards.large.backend=wire",
                "gateway.forwards.large.target=/{kind}/{size}");
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        backend.close();
        ResourceLeakDetector.setLevel(tracking);
    }

    /** A JSON text of exactly that length, in which each place looks different. */
    private static String text(int megabytes) {
        StringBuilder text = new StringBuilder(megabytes * MEGABYTE).append('"');
        while (text.length() < megabytes * MEGABYTE - 9) {
            text.append(text.length()).append(' ');
        }
        return text.append("x".repeat(megabytes * MEGABYTE - 1 - text.length()))
                .append('"')
                .toString();
    }

    /** What an event loop allocates on the heap is the arrays that bytes are copied to: one, and a second to put pieces together. */
    @ParameterizedTest
    @CsvSource({
        "aggregated, announced, 1, 1",
        "aggregated, announced, 8, 1",
        "aggregated, chunked, 1, 2",
        "aggregated, chunked, 8, 2",
        "forwarded, announced, 8, 1",
        "forwarded, chunked, 8, 2"
    })
    void the_bytes_of_an_answer_are_copied_once_and_unannounced_ones_twice(
            String how, String kind, int megabytes, int copies) {
        String path = "/" + how + "/" + kind + "/" + megabytes;
        String part = text(megabytes);
        String whole = how.equals("forwarded") ? part : "{\"it\":" + part + '}';
        assertThat(gateway.get(path).body().equals(whole)).isTrue();
        long before = allocatedByLoops();

        for (int i = 0; i < 4; i++) {
            assertThat(gateway.get(path).body().length()).isEqualTo(whole.length());
        }

        long bytes = (allocatedByLoops() - before) / 4;
        assertThat((double) bytes / part.length()).isBetween((double) copies, copies + 0.35);
    }

    private static long allocatedByLoops() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] loops = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("reactor-http"))
                .mapToLong(Thread::getId)
                .toArray();
        assertThat(loops).isNotEmpty();
        return Arrays.stream(threads.getThreadAllocatedBytes(loops)).sum();
    }

    @Test
    void callers_that_do_not_read_take_the_memory_of_their_answers() throws IOException {
        int callers = 12;
        String head = "GET /aggregated/announced/8 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assertThat(gateway.get("/aggregated/announced/8").status()).isEqualTo(200);
        long heapBefore = usedHeap();
        long directBefore = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < callers; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.setReceiveBufferSize(4096);
                socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            }
            await().until(() -> backend.requests() == callers + 1 && active() == 0);

            long heap = usedHeap() - heapBefore;
            long direct = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() - directBefore;
            assertThat(heap).isLessThan(callers * 8L * MEGABYTE * 11 / 10);
            assertThat(direct).isLessThan(callers * 1L * MEGABYTE);
            for (Socket socket : sockets) {
                assertThat(length(socket.getInputStream())).isGreaterThan(8L * MEGABYTE);
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private double active() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.pool.active")
                .tag("backend", "wire")
                .gauge()
                .value();
    }

    private static long length(InputStream in) throws IOException {
        byte[] some = new byte[64 * 1024];
        long length = 0;
        for (int read = in.read(some); read >= 0; read = in.read(some)) {
            length += read;
        }
        return length;
    }

    /** The least of several, because other threads may have made garbage in between. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
