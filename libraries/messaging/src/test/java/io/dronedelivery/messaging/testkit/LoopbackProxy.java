package io.dronedelivery.messaging.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Supplier;

/**
 * Stands between clients and a server on the loopback interface, for a test that changes or breaks what one of them sends. Each direction of
 * each connection has a thread of its own; a connection is closed at both ends as soon as one of its directions has ended.
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

    /**
     * @param server its port on the loopback interface
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

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "loopback-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
                Connection connection = connections.get();
                start(() -> pass(client, upstream, connection.requests()));
                start(() -> pass(upstream, client, connection.answers()));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private static void pass(Socket from, Socket to, Direction direction) {
        try (from;
                to) {
            direction.pass(from.getInputStream(), to.getOutputStream());
        } catch (IOException broken) {
            // The other direction, or one of the two ends, has closed it.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
