package io.dronedelivery.lab.comparisons.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A bare reactor-netty server with the gateway's timeouts for slow callers, and nothing else. It shows what slow sockets cost a machine at any
 * server. Bodies are read, and refused when they are not complete in time; everything else is answered with the same long document.
 */
public final class PatientServer {

    /** As {@code service-kit.connections.head-timeout} and {@code idle-timeout}, and the gateway's time for a forward. */
    private static final Duration HEAD = Duration.ofSeconds(10);

    private static final Duration BODY = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofSeconds(130);

    private static final AttributeKey<Boolean> ASKED = AttributeKey.valueOf("asked");
    private static final int DOCUMENT = 64 * 1024;
    private static final ByteBuf CONTENT =
            Unpooled.unreleasableBuffer(Unpooled.directBuffer(DOCUMENT).writeZero(DOCUMENT));

    private PatientServer() {}

    /** Listens on a free port of the loopback address until the process ends. */
    public static void main(String[] args) {
        DisposableServer server = start();
        System.out.println("Patient server started on port " + server.port());
        server.onDispose().block();
    }

    static DisposableServer start() {
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .idleTimeout(IDLE)
                .doOnChannelInit(
                        (observer, channel, remote) -> channel.pipeline().addFirst(new HeadInTime()))
                .handle(PatientServer::answer)
                .bindNow();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        request.withConnection(connection -> connection.channel().attr(ASKED).set(true));
        if (request.method().equals(HttpMethod.POST)) {
            return request.receive()
                    .then()
                    .timeout(BODY)
                    .then(Mono.defer(
                            () -> response.status(HttpResponseStatus.ACCEPTED).send()))
                    .onErrorResume(late -> response.status(HttpResponseStatus.REQUEST_TIMEOUT)
                            .keepAlive(false)
                            .send());
        }
        return response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(DOCUMENT))
                .sendObject(CONTENT.duplicate());
    }

    /** From the first byte of a connection on; one on which nothing comes has the longer time of an idle one. */
    private static final class HeadInTime extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            Channel channel = ctx.channel();
            channel.eventLoop().schedule(() -> closeUnlessAsked(channel), HEAD.toMillis(), TimeUnit.MILLISECONDS);
            ctx.pipeline().remove(this);
            ctx.fireChannelRead(message);
        }

        private static void closeUnlessAsked(Channel channel) {
            if (!channel.hasAttr(ASKED)) {
                channel.close();
            }
        }
    }
}
