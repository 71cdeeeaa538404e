package io.dronedelivery.requestreply.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.dronedelivery.messaging.testkit.LoopbackProxy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards connections to a server, and breaks the first over which a certain text would come back. */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 8192;

    private final String text;
    private final AtomicInteger cuts = new AtomicInteger();
    private final LoopbackProxy proxy;

    /** @param server its port on the loopback interface */
    CuttingProxy(int server, String text) throws IOException {
        this.text = text;
        proxy = new LoopbackProxy(
                server, () -> new LoopbackProxy.Connection(InputStream::transferTo, this::passUntilTheText));
    }

    int port() {
        return proxy.port();
    }

    /** How many connections were broken. */
    int cuts() {
        return cuts.get();
    }

    private void passUntilTheText(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        String before = "";
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            String seen = before + new String(buffer, 0, read, ISO_8859_1);
            if (seen.contains(text) && cuts.compareAndSet(0, 1)) {
                return;
            }
            before = seen.substring(Math.max(0, seen.length() - text.length()));
            to.write(buffer, 0, read);
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
    }
}
