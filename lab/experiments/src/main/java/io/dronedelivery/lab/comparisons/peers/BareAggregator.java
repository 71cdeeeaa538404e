package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The lower bound: a reactor-netty server and client that fetch the three parts at the same time and join their
 * bytes. It has no checks, metrics or failure handling; the difference to the gateway is what those cost.
 */
public final class BareAggregator {

    private static final byte[][] FRAME = {
        ascii("{\"" + AggregatedPart.INVOICE.key() + "\":"),
        ascii(",\"" + AggregatedPart.DELIVERIES.key() + "\":"),
        ascii(",\"" + AggregatedPart.DRONE_UTILIZATION.key() + "\":"),
        ascii("}")
    };

    private final HttpClient client = HttpClient.create();
    /** Parsed once: as text, reactor-netty would take each apart again for each call. */
    private final Map<AggregatedPart, URI> targets = new EnumMap<>(AggregatedPart.class);

    private BareAggregator(int backendPort) {
        for (AggregatedPart part : AggregatedPart.values()) {
            targets.put(part, URI.create("http://127.0.0.1:" + backendPort + part.uri()));
        }
    }

    /** Listens on a free port of the loopback address until the process ends; the argument is the backend's port. */
    public static void main(String[] args) {
        DisposableServer server = start(Integer.parseInt(args[0]));
        System.out.println("Bare aggregator started on port " + server.port());
        server.onDispose().block();
    }

    static DisposableServer start(int backendPort) {
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new BareAggregator(backendPort)::aggregate)
                .bindNow();
    }

    private Publisher<Void> aggregate(HttpServerRequest request, HttpServerResponse response) {
        return Mono.zip(
                        fetch(AggregatedPart.INVOICE),
                        fetch(AggregatedPart.DELIVERIES),
                        fetch(AggregatedPart.DRONE_UTILIZATION))
                .map(parts -> join(parts.getT1(), parts.getT2(), parts.getT3()))
                .flatMap(body -> send(response, body));
    }

    private Mono<byte[]> fetch(AggregatedPart part) {
        return client.get()
                .uri(Objects.requireNonNull(targets.get(part)))
                .responseSingle((response, body) -> body.asByteArray());
    }

    private static ByteBuf join(byte[] invoice, byte[] deliveries, byte[] utilization) {
        return Unpooled.wrappedBuffer(FRAME[0], invoice, FRAME[1], deliveries, FRAME[2], utilization, FRAME[3]);
    }

    private static Mono<Void> send(HttpServerResponse response, ByteBuf body) {
        return response.header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()))
                .sendObject(body)
                .then();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
