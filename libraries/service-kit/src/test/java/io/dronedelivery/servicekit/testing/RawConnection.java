package io.dronedelivery.servicekit.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** A client that says by itself what goes over its connection, and when. A read that takes more than thirty seconds fails. */
public final class RawConnection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    /** A connection to a server of this machine. */
    public RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends characters as they are, one byte each. */
    public RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends a GET without a body. */
    public RawConnection get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Reads one whole answer, which has to say how long it is. */
    public RawAnswer answer() throws IOException {
        String head = head();
        RawAnswer answer = new RawAnswer(head, "");
        if (answer.status() / 100 == 1 || answer.status() == 204 || answer.status() == 304) {
            return answer;
        }
        Optional<String> length = answer.header("Content-Length");
        byte[] body = length.isPresent() ? bytes(Integer.parseInt(length.get())) : chunks();
        return new RawAnswer(head, new String(body, StandardCharsets.UTF_8));
    }

    /** Reads what comes until the server closes the connection in order. */
    public String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads and drops what comes until the server closes the connection. */
    public void awaitEnd() throws IOException {
        try {
            in.skip(Long.MAX_VALUE);
            while (in.read() >= 0) {
                in.skip(Long.MAX_VALUE);
            }
        } catch (java.net.SocketException reset) {
            // That is an end, too.
        }
    }

    /** Reads the head of an answer that has no body. */
    public RawAnswer headOnly() throws IOException {
        return new RawAnswer(head(), "");
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            head.append((char) next());
        }
        return head.toString();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(bytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().toLowerCase(Locale.ROOT), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = next(); c != '\n'; c = next()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The answer broke off after " + bytes.length + " of " + length + " bytes.");
        }
        return bytes;
    }

    private int next() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException("The server closed the connection instead of answering.");
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
