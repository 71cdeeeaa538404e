package io.dronedelivery.lab.comparisons.cpu;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/** Load out of this JVM, for machines without wrk; it compares every single answer. */
final class BuiltInLoad implements LoadGenerator {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final int connections;

    BuiltInLoad(int connections) {
        this.connections = connections;
    }

    @Override
    public String name() {
        return "built-in";
    }

    @Override
    public Load drive(Target target, byte[] body, Duration time) throws IOException {
        ConnectionProvider pool = ConnectionProvider.create("load", connections);
        try {
            HttpClient client = HttpClient.create(pool).responseTimeout(ANSWER_TIMEOUT);
            return new Run(client, target, Unpooled.wrappedBuffer(body)).drive(connections, time);
        } finally {
            pool.disposeLater().block(ANSWER_TIMEOUT);
        }
    }

    /** What the connections share. The first fault ends the run. */
    private static final class Run {

        private final HttpClient.ResponseReceiver<?> request;
        private final ByteBuf expected;
        private final ConcurrentHistogram nanos = new ConcurrentHistogram(HIGHEST_NANOS, 3);
        private final AtomicReference<@Nullable String> fault = new AtomicReference<>();

        Run(HttpClient client, Target target, ByteBuf expected) {
            HttpClient asking = target.authorization() == null
                    ? client
                    : client.headers(headers -> headers.set("Authorization", target.authorization()));
            this.request = asking.get().uri(target.uri());
            this.expected = expected;
        }

        Load drive(int connections, Duration time) throws IOException {
            long start = System.nanoTime();
            Mono<Void> one = Mono.defer(this::request);
            Flux.range(0, connections)
                    .flatMap(
                            i -> one.repeat(() -> fault.get() == null && System.nanoTime() - start < time.toNanos()),
                            connections)
                    .blockLast(time.plus(ANSWER_TIMEOUT).plus(ANSWER_TIMEOUT));
            if (fault.get() != null) {
                throw new IOException("Not every answer was whole and 200: " + fault.get());
            }
            return new Load(
                    nanos.getTotalCount(),
                    Duration.ofNanos(System.nanoTime() - start),
                    nanos.getValueAtPercentile(50) / 1e6,
                    nanos.getValueAtPercentile(99) / 1e6);
        }

        private Mono<Void> request() {
            long start = System.nanoTime();
            return request.responseSingle((response, body) ->
                            body.defaultIfEmpty(Unpooled.EMPTY_BUFFER).doOnNext(bytes -> check(response, bytes)))
                    .doOnSuccess(bytes -> nanos.recordValue(Math.min(System.nanoTime() - start, HIGHEST_NANOS)))
                    .doOnError(error -> fault.compareAndSet(null, error.toString()))
                    .onErrorComplete()
                    .then();
        }

        private void check(HttpClientResponse response, ByteBuf bytes) {
            if (response.status().code() != 200 || !ByteBufUtil.equals(bytes, expected)) {
                fault.compareAndSet(
                        null,
                        response.status() + ", " + bytes.readableBytes() + " bytes where " + expected.readableBytes()
                                + " were expected");
            }
        }
    }
}
