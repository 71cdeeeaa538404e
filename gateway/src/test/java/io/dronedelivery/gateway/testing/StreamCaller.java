package io.dronedelivery.gateway.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A caller of a stream, who reads the bytes of the connection as they come. */
public final class StreamCaller implements AutoCloseable {

    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    public StreamCaller(Socket socket) {
        this.socket = socket;
    }

    /** Reads until the text has come. */
    public StreamCaller await(String text) throws IOException {
        byte[] some = new byte[8192];
        InputStream in = socket.getInputStream();
        while (!received().contains(text)) {
            int count = in.read(some);
            if (count < 0) {
                throw new AssertionError("The connection ended before '" + text + "' in: " + received());
            }
            received.write(some, 0, count);
        }
        return this;
    }

    /** Reads to the end of the connection. */
    public String awaitEnd() throws IOException {
        socket.getInputStream().transferTo(received);
        return received();
    }

    /** What was read so far. */
    public String received() {
        return received.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
