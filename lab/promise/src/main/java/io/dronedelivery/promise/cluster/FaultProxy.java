package io.dronedelivery.promise.cluster;

import io.dronedelivery.messaging.testkit.LoopbackProxy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Stands before a server, and lets its connections suffer. Any thread may call it. */
public final class FaultProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int DRIP_BYTES = 64;
    private static final long DRIP_PAUSE_MS = 10;
    private static final long LATENCY_MS = 300;

    private final LoopbackProxy proxy;
    private volatile ConnectionFault fault = ConnectionFault.NONE;

    /** @param server its port on the loopback interface */
    FaultProxy(int server) throws IOException {
        proxy = new LoopbackProxy(server, () -> new LoopbackProxy.Connection(this::pass, this::pass));
    }

    int port() {
        return proxy.port();
    }

    void suffer(ConnectionFault next) {
        ConnectionFault before = fault;
        fault = next;
        if (next == ConnectionFault.CUT || before == ConnectionFault.HALF_OPEN) {
            proxy.reset();
        }
    }

    private void pass(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            switch (fault) {
                case NONE -> to.write(buffer, 0, read);
                case CUT -> {
                    return;
                }
                case LATENCY -> {
                    pause(LATENCY_MS);
                    to.write(buffer, 0, read);
                }
                case DRIP -> drip(buffer, read, to);
                case HALF_OPEN -> {
                    // Lost on the way. The connection is reset when the fault ends, as it has a gap from now on.
                }
            }
        }
    }

    private void drip(byte[] data, int length, OutputStream to) throws IOException {
        for (int at = 0; at < length; at += DRIP_BYTES) {
            if (fault == ConnectionFault.DRIP) {
                pause(DRIP_PAUSE_MS);
            }
            to.write(data, at, Math.min(DRIP_BYTES, length - at));
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
    }

    public enum ConnectionFault {
        NONE("no fault"),
        /** Every piece of data takes 300 ms longer, in each direction. */
        LATENCY("slow"),
        /** Reset, and so is every new one. */
        CUT("cut"),
        /** Open, and nothing comes through; new ones too. Reset in the end: what was sent meanwhile is gone. */
        HALF_OPEN("half-open"),
        /** Data comes a few bytes at a time. */
        DRIP("dripping");

        private final String text;

        ConnectionFault(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
