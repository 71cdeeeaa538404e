package io.dronedelivery.lab.comparisons.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** A bare reactor-netty server that has an {@link Ailment} at the path of each. */
public final class AilingBackend {

    private static final Duration DRIP = Duration.ofMillis(100);
    private static final String GARBAGE = "<html>".repeat(100);

    private AilingBackend() {}

    /** Listens on a free port of the loopback address until the process ends. */
    public static void main(String[] args) {
        DisposableServer server = start();
        System.out.println("Ailing backend started on port " + server.port());
        server.onDispose().block();
    }

    /** Listens on a free port of the loopback address. */
    public static DisposableServer start() {
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(AilingBackend::answer)
                .bindNow();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        return Stream.of(Ailment.values())
                .filter(ailment -> ailment.path().equals(request.uri()))
                .findFirst()
                .map(ailment -> answer(ailment, response))
                .orElseGet(() -> response.status(HttpResponseStatus.NOT_FOUND).send());
    }

    private static Publisher<Void> answer(Ailment ailment, HttpServerResponse response) {
        return switch (ailment) {
            case NONE -> json(response).sendString(Mono.just("{}"));
            case HANGS -> Mono.never();
            case RESETS -> Mono.fromRunnable(() -> response.withConnection(connection -> reset(connection.channel())));
            case DRIPS -> json(response).send(drops(), drop -> true);
            case FAILS ->
                response.status(HttpResponseStatus.INTERNAL_SERVER_ERROR).send();
            case GARBAGE -> json(response).sendString(Mono.just(GARBAGE));
        };
    }

    private static HttpServerResponse json(HttpServerResponse response) {
        return response.header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
    }

    private static void reset(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    /** The beginning of a JSON string. */
    private static Flux<ByteBuf> drops() {
        return Flux.interval(Duration.ZERO, DRIP)
                .onBackpressureDrop()
                .map(tick -> Unpooled.wrappedBuffer(new byte[] {(byte) (tick == 0 ? '"' : 'x')}));
    }
}
