package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The account's key is public, so that a web page could sign as well as a client. */
class ForeignPagesTest {

    private static String status(LocalCosmos cosmos, String fields) throws IOException {
        int port = URI.create(cosmos.endpoint()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET / HTTP/1.1\r\n" + fields.replace("|", "\r\n") + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).substring(9, 12);
        }
    }

    @Test
    void a_page_whose_name_was_pointed_here_and_one_of_another_origin_are_refused() throws IOException {
        try (LocalCosmos cosmos = LocalCosmos.start()) {
            assertThat(status(cosmos, "Host: localhost"))
                    .as("without a signature")
                    .isEqualTo("401");
            assertThat(status(cosmos, "Host: evil.example")).isEqualTo("403");
            assertThat(status(cosmos, "Host: localhost|Origin: http://evil.example"))
                    .isEqualTo("403");
            assertThat(status(cosmos, "Host: localhost|Sec-Fetch-Site: cross-site"))
                    .isEqualTo("403");
        }
    }

    @Test
    void it_is_called_by_the_name_that_it_tells() throws IOException {
        try (LocalCosmos cosmos = LocalCosmos.start(options -> options.advertisedHost("cosmos"))) {
            assertThat(status(cosmos, "Host: cosmos:8081")).isEqualTo("401");
            assertThat(status(cosmos, "Host: 10.0.0.1:8081")).isEqualTo("401");
            assertThat(status(cosmos, "Host: evil.example")).isEqualTo("403");
        }
    }
}
