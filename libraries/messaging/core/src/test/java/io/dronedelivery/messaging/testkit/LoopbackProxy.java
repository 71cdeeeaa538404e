package io.dronedelivery.messaging.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Stands between clients and a server on the loopback interface, for a test that changes or breaks what one of them sends. Each direction of
 * each connection has a thread of its own; a connection is closed at both ends as soon as one of its directions has ended. Any thread may
 * call it.
 */
public final class LoopbackProxy implements AutoCloseable {

    /** Passes bytes on until the sender closes the connection; a return or an exception closes it at both ends. */
    public interface Direction {
        void pass(InputStream from, OutputStream to) throws IOException;
    }

    /** Both directions of one connection. */
    public record Connection(Direction requests, Direction answers) {}

    private final ServerSocket listening;
    private final int server;
    private final Supplier<Connection> connections;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /**
     * @param server its port on the loopback interface; a client that comes while nothing listens there is reset
     * @param connections is asked for each connection that a client opens
     */
    public LoopbackProxy(int server, Supplier<Connection> connections) throws IOException {
        this.server = server;
        this.connections = connections;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Where it listens on the loopback interface. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Resets all connections that are open, at both ends. */
    public void reset() {
        open.forEach(LoopbackProxy::reset);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "loopback-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                connect(listening.accept());
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private void connect(Socket client) {
        try {
            Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
            open.add(client);
            open.add(upstream);
            Connection connection = connections.get();
            start(() -> pass(client, upstream, connection.requests()));
            start(() -> pass(upstream, client, connection.answers()));
        } catch (IOException refused) {
            reset(client);
        }
    }

    private void pass(Socket from, Socket to, Direction direction) {
        try (from;
                to) {
            direction.pass(from.getInputStream(), to.getOutputStream());
        } catch (IOException broken) {
            // The other direction, or one of the two ends, has closed it.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException closed) {
            // It is gone already.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        reset();
    }
}
