package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Clients that speak HTTP/1.0, which has no chunks. */
@EdgeServiceTest
class Http10Test {

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void an_answer_without_a_length_ends_with_the_connection(String header) throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            RawAnswer answer =
                    client.send("GET /pieces HTTP/1.0\r\n" + header + "\r\n").headOnly();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Transfer-Encoding")).isEmpty();
            assertThat(answer.header("Connection")).hasValue("close");
            assertThat(client.rest()).isEqualTo("one, two");
        }
    }

    @Test
    void clients_of_http_1_1_get_it_in_chunks() throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            RawAnswer answer = client.get("/pieces").answer();

            assertThat(answer.header("Transfer-Encoding")).hasValue("chunked");
            assertThat(answer.body()).isEqualTo("one, two");
            assertThat(client.get("/echo/next").answer().body()).isEqualTo("next");
        }
    }
}
