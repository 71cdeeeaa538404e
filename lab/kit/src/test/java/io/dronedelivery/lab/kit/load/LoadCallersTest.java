package io.dronedelivery.lab.kit.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.condition.OS.LINUX;

import io.dronedelivery.lab.kit.http.TestServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;

class LoadCallersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final TestServer server = TestServer.start(exchange -> {
        asked.add(exchange.getRemoteAddress().getAddress().getHostAddress() + ' ' + exchange.getRequestURI());
        TestServer.answer(exchange, 200, "{}");
    });

    @AfterEach
    void stop() {
        server.close();
    }

    /** Other systems have no further addresses of the loopback network. */
    @Test
    @EnabledOnOs(LINUX)
    void callers_may_come_from_another_address() {
        try (LoadCallers callers =
                LoadCallers.inAClosedLoop(target(), false, answers()).from("127.0.0.2")) {
            callers.open(1);

            await().atMost(PATIENCE).until(() -> asked.size() >= 3);
        }
        assertThat(asked).startsWith("127.0.0.2 /a?n=1", "127.0.0.2 /a?n=2", "127.0.0.2 /a?n=1");
    }

    @Test
    void a_caller_who_asks_one_after_the_other_is_counted_by_status() {
        AnswerCounts answers = answers();
        try (LoadCallers callers = LoadCallers.oneAfterTheOther(target(), Duration.ofMillis(1), answers)) {
            callers.open(1);

            await().atMost(PATIENCE).until(() -> answers.phase("row", 1).answers(200) >= 3);
        }
        assertThat(answers.phase("row", 1).answers(503)).isZero();
    }

    private LoadTarget target() {
        return new LoadTarget(server.url().replace("localhost", "127.0.0.1") + "/a?n={n}", 2);
    }

    private static AnswerCounts answers() {
        return new AnswerCounts(60_000, 60);
    }
}
