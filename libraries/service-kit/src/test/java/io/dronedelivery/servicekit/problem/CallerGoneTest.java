package io.dronedelivery.servicekit.problem;

import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.channel.local.LocalChannel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** reactor-netty takes the connection from an exchange when the caller leaves, on whatever thread its answer is being written. */
class CallerGoneTest {

    private final Throwable noConnection = catchThrowable(() -> new LocalChannel().eventLoop());
    private final MockServerWebExchange exchange =
            MockServerWebExchange.from(MockServerHttpRequest.get("/flights/f-1"));
    private final ProblemExceptionHandler handler = new ProblemExceptionHandler(List.of(), "test", 10);

    @Test
    void a_refusal_that_nobody_waits_for_is_no_failure() {
        exchange.getResponse().setWriteHandler(body -> Mono.error(noConnection));

        StepVerifier.create(handler.handle(exchange, ProblemException.nothingHere()))
                .verifyComplete();
    }

    @Test
    void an_answer_that_nobody_waits_for_is_no_failure() {
        exchange.getResponse().setComplete().block();

        StepVerifier.create(handler.handle(exchange, noConnection)).verifyComplete();
    }

    @Test
    void other_failures_behind_the_beginning_of_an_answer_go_on() {
        exchange.getResponse().setComplete().block();

        StepVerifier.create(handler.handle(exchange, new IllegalStateException("the map is torn")))
                .verifyErrorMessage("the map is torn");
    }
}
