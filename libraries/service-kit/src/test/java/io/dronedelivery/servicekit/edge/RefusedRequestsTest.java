package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawConnection;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What an operator learns of requests that nobody has handled. */
@EdgeServiceTest
class RefusedRequestsTest {

    @LocalServerPort
    int port;

    @Autowired
    MeterRegistry meters;

    @ParameterizedTest
    @CsvSource({
        "400, invalid-request, GET nowhere HTTP/1.1|Host: localhost",
        "400, invalid-request, GET /a{b HTTP/1.1|Host: localhost",
        "400, invalid-request, GET /context?a=%f HTTP/1.1|Host: localhost",
        "400, invalid-request, GET /context HTTP/1.1|Host: localhost|X-Request-Timeout-Ms: soon",
        "401, unauthenticated, GET /context HTTP/1.1|Host: localhost|Authorization: Bearer LONG",
        "413, payload-too-large, POST /bodies HTTP/1.1|Host: localhost|Content-Length: 1000000",
        "414, uri-too-long, GET /LONG HTTP/1.1|Host: localhost",
        "431, headers-too-large, GET /context HTTP/1.1|Host: localhost|X-Large: LONG",
    })
    void what_no_handler_sees_is_counted_by_its_problem(int status, String problem, String request) throws IOException {
        double before = refused(problem);
        try (RawConnection caller = new RawConnection(port)) {
            String sent = request.replace("|", "\r\n").replace("LONG", "a".repeat(9_000));
            assertThat(caller.send(sent + "\r\n\r\n").answer().status()).isEqualTo(status);
        }

        assertThat(refused(problem)).isEqualTo(before + 1);
    }

    @Test
    void what_a_handler_refuses_is_not() throws IOException {
        double before = refused("invalid-request");
        try (RawConnection caller = new RawConnection(port)) {
            assertThat(caller.get("/months/13?owner=o").answer().status()).isEqualTo(400);
        }

        assertThat(refused("invalid-request")).isEqualTo(before);
    }

    private double refused(String problem) {
        return meters.get("http.server.refused")
                .tag("problem", problem)
                .functionCounter()
                .count();
    }
}
