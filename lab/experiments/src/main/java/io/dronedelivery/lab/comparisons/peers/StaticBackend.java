package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The backend of every aggregator: a bare reactor-netty server that answers the fixed parts from memory, and at {@link #CONNECTIONS} with the number
 * of connections that were opened to it.
 */
public final class StaticBackend {

    /** The path at which it tells the number of connections. */
    public static final String CONNECTIONS = "/connections";

    /** Read before anybody asks, and not on an event loop. */
    private static final Answer[] ANSWERS =
            Arrays.stream(AggregatedPart.values()).map(Answer::of).toArray(Answer[]::new);

    private StaticBackend() {}

    public static void main(String[] args) {
        DisposableServer server = start();
        System.out.println("Static backend started on port " + server.port());
        server.onDispose().block();
    }

    /** Listens on a free port of the loopback address. */
    public static DisposableServer start() {
        LongAdder connections = new LongAdder();
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .protocol(HttpProtocol.HTTP11, HttpProtocol.H2C)
                // Called once for each connection; doOnConnection is called for each request.
                .doOnChannelInit((observer, channel, remote) -> connections.increment())
                .handle((request, response) -> answer(request, response, connections))
                .bindNow();
    }

    private static Publisher<Void> answer(
            HttpServerRequest request, HttpServerResponse response, LongAdder connections) {
        String uri = request.uri();
        for (Answer answer : ANSWERS) {
            if (uri.startsWith(answer.pathPrefix)) {
                return response.header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                        .header(HttpHeaderNames.CONTENT_LENGTH, answer.length)
                        .sendObject(answer.body.duplicate());
            }
        }
        return uri.equals(CONNECTIONS)
                ? response.sendString(Mono.just(connections.toString()))
                : response.status(HttpResponseStatus.NOT_FOUND).send();
    }

    private record Answer(String pathPrefix, ByteBuf body, String length) {

        /** The buffer is unreleasable, since one and the same is sent again and again. */
        private static Answer of(AggregatedPart part) {
            byte[] body = part.body();
            ByteBuf buffer = Unpooled.directBuffer(body.length).writeBytes(body);
            String uri = part.uri();
            String prefix = uri.substring(0, uri.indexOf('/', "/api/".length()) + 1);
            return new Answer(prefix, Unpooled.unreleasableBuffer(buffer), Integer.toString(body.length));
        }
    }
}
