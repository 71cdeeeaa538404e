package io.dronedelivery.messaging.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards connections to a server, and can lose them without a word, as a firewall does that has forgotten them. */
public final class SilentProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 8192;

    private final AtomicInteger silences = new AtomicInteger();
    private final LoopbackProxy proxy;

    /** @param server its port on the loopback interface */
    public SilentProxy(int server) throws IOException {
        proxy = new LoopbackProxy(server, () -> {
            int opened = silences.get();
            return new LoopbackProxy.Connection(
                    (from, to) -> pass(from, to, opened), (from, to) -> pass(from, to, opened));
        });
    }

    /** Where it listens on the loopback interface. */
    public int port() {
        return proxy.port();
    }

    /** The connections that are open pass nothing on from now on, and stay open. */
    public void silence() {
        silences.incrementAndGet();
    }

    private void pass(InputStream from, OutputStream to, int opened) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            if (silences.get() == opened) {
                to.write(buffer, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
    }
}
