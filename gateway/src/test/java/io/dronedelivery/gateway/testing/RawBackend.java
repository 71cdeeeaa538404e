package io.dronedelivery.gateway.testing;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/** Answers every request with the same bytes, whether they are HTTP or not, and then closes or resets the connection. */
public final class RawBackend implements AutoCloseable {

    private final DisposableServer server;
    private final AtomicInteger requests = new AtomicInteger();

    private RawBackend(String answer, boolean reset) {
        server = TcpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((in, out) -> in.receive()
                        .asString()
                        .next()
                        .doOnNext(request -> requests.incrementAndGet())
                        .flatMap(request -> out.sendObject(Unpooled.copiedBuffer(answer, StandardCharsets.ISO_8859_1))
                                .then())
                        .then(Mono.fromRunnable(() -> in.withConnection(connection -> {
                            if (reset) {
                                connection.channel().config().setOption(ChannelOption.SO_LINGER, 0);
                            }
                            connection.dispose();
                        }))))
                .bindNow();
    }

    /** Closes after the bytes. */
    public static RawBackend closing(String answer) {
        return new RawBackend(answer, false);
    }

    /** Resets the connection after the bytes. */
    public static RawBackend resetting(String answer) {
        return new RawBackend(answer, true);
    }

    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** How many requests have come, each over a connection of its own. */
    public int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
