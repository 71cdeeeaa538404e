package io.dronedelivery.requestreply.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards connections to a server, and breaks the first over which a certain text would come back. */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 8192;

    private final ServerSocket listening;
    private final int server;
    private final String text;
    private final AtomicInteger cuts = new AtomicInteger();

    /** @param server its port on the loopback interface */
    CuttingProxy(int server, String text) throws IOException {
        this.server = server;
        this.text = text;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many connections were broken. */
    int cuts() {
        return cuts.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
                start(() -> forward(client, upstream, false));
                start(() -> forward(upstream, client, true));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private void forward(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[BUFFER_BYTES];
        String before = "";
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                String seen = before + new String(buffer, 0, read, ISO_8859_1);
                if (answers && seen.contains(text) && cuts.compareAndSet(0, 1)) {
                    return;
                }
                before = seen.substring(Math.max(0, seen.length() - text.length()));
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException broken) {
            // The other direction, or one of the two ends, has closed it.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
