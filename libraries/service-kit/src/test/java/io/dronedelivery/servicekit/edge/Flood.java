package io.dronedelivery.servicekit.edge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A client that has sent requests for as long as the server took them, behind one that is never answered. It reads nothing. */
final class Flood implements AutoCloseable {

    /** In bytes. No system buffers as much for a connection that nobody reads. */
    static final long TOO_MUCH = 32L << 20;

    private final SocketChannel client;
    private long taken;

    /** @param unanswered the path of the first request */
    Flood(int port, String unanswered) throws IOException {
        client = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        client.write(ByteBuffer.wrap(get(unanswered).getBytes(StandardCharsets.US_ASCII)));
        client.configureBlocking(false);
        byte[] requests = get("/echo/x").repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        try (Selector selector = Selector.open()) {
            client.register(selector, SelectionKey.OP_WRITE);
            ByteBuffer next = ByteBuffer.wrap(requests);
            while (taken < TOO_MUCH && selector.select(2_000) > 0) {
                selector.selectedKeys().clear();
                taken += client.write(next);
                next = next.hasRemaining() ? next : ByteBuffer.wrap(requests);
            }
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** How many bytes the server and the system took. */
    long taken() {
        return taken;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
