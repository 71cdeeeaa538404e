package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that begins an answer and never ends it. */
class StalledAnswerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TEST_TIMEOUT = Duration.ofSeconds(60);

    private final List<Socket> accepted = new ArrayList<>();
    private ServerSocket server;
    private Thread thread;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread = new Thread(this::answer, "stalled-server");
        thread.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        thread.join();
        for (Socket socket : accepted) {
            socket.close();
        }
    }

    private void answer() {
        try {
            while (true) {
                Socket socket = server.accept();
                accepted.add(socket);
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"".getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Test
    void a_call_whose_answer_stops_in_its_body_ends_in_time() {
        JsonCalls calls = new JsonCalls("service", url(), TokenSource.NONE, TIMEOUT);

        assertTimeoutPreemptively(
                TEST_TIMEOUT,
                () -> assertThatThrownBy(() -> calls.get("/status"))
                        .isInstanceOf(DispatchException.class)
                        .hasMessageStartingWith(url().toString())
                        .hasCauseInstanceOf(HttpTimeoutException.class));
    }

    @Test
    void a_token_that_stops_in_its_body_is_none_in_time() {
        ClientCredentials tokens =
                new ClientCredentials(InstantSource.system(), url(), "operator", "local", null, TIMEOUT);

        assertTimeoutPreemptively(
                TEST_TIMEOUT,
                () -> assertThatThrownBy(tokens::token)
                        .isInstanceOf(DispatchException.class)
                        .hasMessageContaining("no token: " + url() + " did not answer")
                        .hasCauseInstanceOf(HttpTimeoutException.class));
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }
}
