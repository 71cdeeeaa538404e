package io.dronedelivery.promise.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.promise.cluster.FaultProxy.ConnectionFault;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {

    private static final int PATIENCE_MS = 60_000;

    private ServerSocket server;
    private FaultProxy proxy;

    /** Sends back whatever comes. */
    @BeforeEach
    void startAnEcho() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread echo = new Thread(() -> {
            try {
                while (true) {
                    Socket client = server.accept();
                    Thread one = new Thread(() -> {
                        try (client) {
                            client.getInputStream().transferTo(client.getOutputStream());
                        } catch (IOException reset) {
                            // As it was to be.
                        }
                    });
                    one.setDaemon(true);
                    one.start();
                }
            } catch (IOException closed) {
                // The test has ended.
            }
        });
        echo.setDaemon(true);
        echo.start();
        proxy = new FaultProxy(server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void without_a_fault_everything_is_passed_on() throws IOException {
        try (Socket client = connect()) {
            assertThat(said(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void slow_and_dripping_connections_lose_nothing() throws IOException {
        String text = "one two three ".repeat(20);
        try (Socket client = connect()) {
            proxy.suffer(ConnectionFault.DRIP);
            assertThat(said(client, text)).isEqualTo(text);
            proxy.suffer(ConnectionFault.LATENCY);
            assertThat(said(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void cut_ends_what_is_open_and_what_comes() throws IOException {
        try (Socket client = connect()) {
            assertThat(said(client, "hello")).isEqualTo("hello");
            proxy.suffer(ConnectionFault.CUT);
            assertIsLost(client);
        }
        try (Socket late = connect()) {
            assertIsLost(late);
        }
        proxy.suffer(ConnectionFault.NONE);
        try (Socket client = connect()) {
            assertThat(said(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void half_open_connection_is_silent_and_reset_in_the_end() throws IOException {
        try (Socket client = connect()) {
            assertThat(said(client, "hello")).as("the proxy has it").isEqualTo("hello");
            proxy.suffer(ConnectionFault.HALF_OPEN);
            client.setSoTimeout(200);
            assertThatThrownBy(() -> said(client, "hello")).isInstanceOf(SocketTimeoutException.class);
            client.setSoTimeout(PATIENCE_MS);
            proxy.suffer(ConnectionFault.NONE);
            assertEnds(client);
        }
    }

    @Test
    void client_is_reset_while_the_server_is_gone_and_served_again_after() throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket gone = new Socket()) {
            gone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (FaultProxy before = new FaultProxy(gone.getLocalPort());
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), before.port())) {
                client.setSoTimeout(PATIENCE_MS);
                assertIsLost(client);
            }
        }
    }

    private static void assertIsLost(Socket client) {
        try {
            client.getOutputStream().write('x');
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        } catch (SocketException reset) {
            assertThat(reset).isNotInstanceOf(SocketTimeoutException.class);
        } catch (IOException other) {
            throw new AssertionError(other);
        }
    }

    /** Whatever comes before: a thread that read while it was half-open may pass that on when it no longer is. */
    private static void assertEnds(Socket client) throws IOException {
        try {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException reset) {
            // That is an end, too.
        }
    }

    private static String said(Socket client, String text) throws IOException {
        client.getOutputStream().write(Brokers.utf8(text));
        return new String(client.getInputStream().readNBytes(text.length()));
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout(PATIENCE_MS);
        return client;
    }
}
