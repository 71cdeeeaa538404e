package io.dronedelivery.gateway.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A backend whose answers are written byte by byte as a test wants them, over connections that it keeps. What it has no words for it
 * answers with its path, so that a caller sees whose answer it has got. Each connection has a thread of its own.
 */
public final class WireBackend implements AutoCloseable {

    /** Many connections may come at once: beyond the usual 50, one waits for a second. */
    private static final int BACKLOG = 1_000;

    private final ServerSocket server;
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    /** What is done on a connection when a request's head has come. */
    @FunctionalInterface
    public interface Script {
        void run(Wire wire) throws IOException;
    }

    private WireBackend(int receiveBuffer) throws IOException {
        server = new ServerSocket();
        if (receiveBuffer > 0) {
            server.setReceiveBufferSize(receiveBuffer);
        }
        server.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        daemon(this::accept);
    }

    public static WireBackend start() throws IOException {
        return new WireBackend(0);
    }

    /** One that takes few bytes before it reads. */
    public static WireBackend withReceiveBuffer(int bytes) throws IOException {
        return new WireBackend(bytes);
    }

    /** An answer whose body is the text. */
    public static String answer(String text) {
        String body = "\"" + text + "\"";
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    public WireBackend on(String path, Script script) {
        scripts.put(path, script);
        return this;
    }

    /** Writes the text at once. */
    public WireBackend on(String path, String text) {
        return on(path, wire -> wire.write(text));
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** How many connections were accepted so far. */
    public int connections() {
        return connections.get();
    }

    /** How many requests have come so far. */
    public int requests() {
        return requests.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                open.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            Wire wire = new Wire(socket);
            while (wire.readHead()) {
                requests.incrementAndGet();
                Script script = scripts.get(wire.path());
                if (script == null) {
                    wire.write(answer(wire.path()));
                } else {
                    script.run(wire);
                }
            }
        } catch (IOException e) {
            // The other side has closed.
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "wire-backend");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    /** One connection. */
    public static final class Wire {

        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private String path = "";
        private String head = "";

        private Wire(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** The path of the request that was read last. */
        public String path() {
            return path;
        }

        /** The head of that request, up to the empty line. */
        public String head() {
            return head;
        }

        /** The first value of a field of that request, null when it had none. */
        public @Nullable String field(String name) {
            return head.lines()
                    .filter(line -> line.regionMatches(true, 0, name + ':', 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse(null);
        }

        public Wire write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return this;
        }

        /** Reads what comes and drops it, until the other side closes. */
        public void drain() throws IOException {
            in.transferTo(OutputStream.nullOutputStream());
        }

        /** Ends the connection in order. */
        public void close() throws IOException {
            socket.close();
        }

        /** Ends the connection with a reset. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        private boolean readHead() throws IOException {
            StringBuilder read = new StringBuilder();
            while (read.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return false;
                }
                read.append((char) next);
            }
            head = read.toString();
            path = head.substring(head.indexOf(" ") + 1, head.indexOf(" HTTP/"));
            return true;
        }
    }
}
