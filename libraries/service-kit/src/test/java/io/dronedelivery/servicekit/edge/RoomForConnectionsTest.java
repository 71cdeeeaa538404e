package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.edge.EdgeApplication.Gate;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;

/** A service that has as many connections as it takes. */
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.config.import=classpath:service-kit.yml",
            "spring.application.name=full",
            "service-kit.connections.max=4"
        })
@ExtendWith(OutputCaptureExtension.class)
class RoomForConnectionsTest {

    private final List<RawConnection> clients = new ArrayList<>();

    @LocalServerPort
    int port;

    @Autowired
    Gate gate;

    @AfterEach
    void leave() throws IOException {
        for (RawConnection client : clients) {
            client.close();
        }
    }

    private RawConnection connect() throws IOException {
        RawConnection client = new RawConnection(port);
        clients.add(client);
        return client;
    }

    /** It has been accepted when it has been answered. */
    private RawConnection answered() throws IOException {
        RawConnection client = connect();
        assertThat(client.get("/echo/a").answer().status()).isEqualTo(200);
        return client;
    }

    @Test
    void the_connection_that_has_waited_longest_makes_room_for_a_new_one() throws IOException {
        RawConnection first = answered();
        RawConnection second = answered();
        RawConnection third = answered();
        RawConnection fourth = answered();
        assertThat(first.get("/echo/b").answer().status()).isEqualTo(200);

        answered();
        second.awaitEnd();
        answered();
        third.awaitEnd();

        assertThat(first.get("/echo/c").answer().status()).isEqualTo(200);
        assertThat(fourth.get("/echo/c").answer().status()).isEqualTo(200);
    }

    @Test
    void a_head_that_was_begun_makes_room_like_an_idle_connection_and_is_told_so() throws IOException {
        RawConnection slow = answered().send("GET /echo/a HTTP/1.1\r\nHos");
        answered();
        answered();
        answered();

        for (int i = 0; i < 20; i++) {
            answered();
        }

        RawAnswer refusal = slow.answer();
        assertThat(refusal.status()).isEqualTo(408);
        assertThat(refusal.header("Content-Type")).contains("application/problem+json");
        slow.awaitEnd();
    }

    @Test
    void a_connection_with_a_request_keeps_its_place_and_a_new_one_is_refused_when_all_have_one() throws IOException {
        for (int i = 0; i < 4; i++) {
            connect().get("/gate");
        }
        // A connection whose request has not been read yet is idle, and would make room.
        Attempts.untilAsserted(() -> assertThat(gate.waiting()).isEqualTo(4));
        Attempts.untilAsserted(
                () -> assertThat(connect().get("/echo/a").answer().status()).isEqualTo(503));
        clients.get(0).close();
        Attempts.untilAsserted(
                () -> assertThat(connect().get("/echo/a").answer().status()).isEqualTo(200));
    }

    @Test
    void a_limit_of_open_files_that_is_too_low_is_told_at_start(CapturedOutput output) {
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(EdgeApplication.class)
                .properties("spring.config.import=classpath:service-kit.yml", "server.port=0")
                .run("--service-kit.connections.max=1000000000")) {
            assertThat(output).contains("files open, and service-kit.connections.max=1000000000 takes 1250000000");
        }
    }
}
