package io.dronedelivery.lab.accounts.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.http.TestServer;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class WorkersStackTest {

    @Test
    void numbers_that_come_back_doubled_are_served() throws Exception {
        assertThat(load(number -> 2 * number).served()).isEqualTo(20);
    }

    @Test
    void the_same_answer_to_each_number_is_told() throws Exception {
        LoadResult result = load(number -> 3_000);

        assertThat(result.served()).isEqualTo(1);
        assertThat(result.errors()).containsExactly(Map.entry("wrong answer", 19));
    }

    private static LoadResult load(IntUnaryOperator worker) throws InterruptedException {
        try (TestServer server = TestServer.start(exchange -> {
            String path = exchange.getRequestURI().getPath();
            int number = Integer.parseInt(path.substring("/api/math/".length()));
            byte[] answer = Integer.toString(worker.applyAsInt(number)).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        })) {
            URI uri = URI.create(server.url());
            return new MathLoad(uri, uri, 2).run(20, over -> {});
        }
    }
}
