package io.dronedelivery.servicekit.edge;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Answers {@code /late-answer} in the worst of moments: after its deadline has passed, when the answer that says so has been prepared
 * and not yet begun.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LateAnswer implements WebFilter {

    private static final byte[] BODY = "too late".getBytes(StandardCharsets.US_ASCII);

    private final CountDownLatch deadlineIsAnswered = new CountDownLatch(1);
    private final CountDownLatch lateAnswerIsPrepared = new CountDownLatch(1);

    /** Its own: a cancelled task of the shared ones leaves a thread behind that is taken for idle, and is not. */
    private final Scheduler handlerThread = Schedulers.fromExecutor(task -> new Thread(task, "late-answer").start());

    private volatile boolean begun;

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!exchange.getRequest().getPath().value().equals("/late-answer")) {
            return chain.filter(exchange);
        }
        exchange.getResponse()
                .beforeCommit(() -> Mono.<Void>fromRunnable(() -> {
                            deadlineIsAnswered.countDown();
                            if (begun) {
                                await(lateAnswerIsPrepared);
                            }
                        })
                        .subscribeOn(Schedulers.boundedElastic()));
        return chain.filter(exchange);
    }

    Mono<Void> answer(ServerHttpResponse response) {
        return Mono.defer(() -> {
                    begun = true;
                    await(deadlineIsAnswered);
                    response.setStatusCode(HttpStatus.OK);
                    response.getHeaders().setContentLength(BODY.length);
                    lateAnswerIsPrepared.countDown();
                    return response.writeWith(
                            Mono.fromSupplier(() -> response.bufferFactory().wrap(BODY)));
                })
                .subscribeOn(handlerThread);
    }

    /** Goes on waiting when it is interrupted: code that does not notice that it was cancelled is what this is about. */
    private static void await(CountDownLatch latch) {
        boolean opened = false;
        while (!opened) {
            try {
                latch.await();
                opened = true;
            } catch (InterruptedException e) {
                opened = false;
            }
        }
    }
}
