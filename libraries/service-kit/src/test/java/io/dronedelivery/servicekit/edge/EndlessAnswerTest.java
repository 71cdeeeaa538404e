package io.dronedelivery.servicekit.edge;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Clients of an answer without an end: there is always more of it than the system's buffers hold. */
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.config.import=classpath:service-kit.yml",
            "spring.application.name=endless",
            "service-kit.connections.idle-timeout=2s",
            "service-kit.connections.head-timeout=2s",
            "service-kit.connections.body-timeout=2s",
            "service-kit.connections.write-timeout=2s"
        })
class EndlessAnswerTest {

    private static final Duration LONGER_THAN_ANY_OF_THESE = Duration.ofSeconds(5);

    @LocalServerPort
    int port;

    @Test
    void a_client_that_takes_what_it_gets_goes_on_getting_it() {
        // On a busy machine it may itself be one that does not take anything for so long.
        await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(60)).until(this::goesOn);
    }

    private boolean goesOn() throws IOException {
        try (Socket client = ask()) {
            InputStream in = client.getInputStream();
            byte[] some = new byte[64 << 10];
            long end = System.nanoTime() + LONGER_THAN_ANY_OF_THESE.toNanos();
            boolean going = true;
            while (going && System.nanoTime() < end) {
                going = in.read(some) > 0;
            }
            return going;
        } catch (SocketException closed) {
            return false;
        }
    }

    @Test
    void a_client_that_has_taken_some_and_stops_is_closed() throws IOException {
        // On a busy machine it may stop before it has taken that much.
        try (Socket client = await().pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(60))
                .until(() -> clientThatHasTaken(1 << 20), Optional::isPresent)
                .orElseThrow()) {
            // What is sent to a closed connection is refused, sooner or later.
            await().atMost(Duration.ofSeconds(60)).until(() -> isRefused(client));
        }
    }

    private Optional<Socket> clientThatHasTaken(int bytes) throws IOException {
        Socket client = ask();
        try {
            if (client.getInputStream().readNBytes(bytes).length == bytes) {
                return Optional.of(client);
            }
        } catch (SocketException closed) {
            // As one that ends before.
        }
        client.close();
        return Optional.empty();
    }

    private Socket ask() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setSoTimeout(30_000);
        client.getOutputStream()
                .write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    private static boolean isRefused(Socket client) throws IOException {
        try {
            client.getOutputStream().write('x');
            return false;
        } catch (SocketException refused) {
            return true;
        }
    }
}
