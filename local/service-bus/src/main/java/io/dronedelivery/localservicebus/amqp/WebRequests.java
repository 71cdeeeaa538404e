package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localkit.FaultAnswer;
import io.dronedelivery.localkit.FaultRequests;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP side of a connection: requests to the administration, and the upgrade to AMQP over WebSockets. */
final class WebRequests extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger log = LoggerFactory.getLogger(WebRequests.class);
    /** A description of an entity is smaller. */
    private static final int LARGEST_REQUEST = 1024 * 1024;

    private static final WebSocketServerProtocolConfig WEB_SOCKETS = WebSocketServerProtocolConfig.newBuilder()
            .websocketPath("/$servicebus/websocket")
            .checkStartsWith(true)
            .subprotocols("amqp,AMQPWSB10")
            .maxFramePayloadLength(LARGEST_REQUEST)
            .build();

    private final AmqpServer server;

    private WebRequests(AmqpServer server) {
        this.server = server;
    }

    static void addTo(ChannelPipeline pipeline, AmqpServer server) {
        pipeline.addLast(
                new ReadTimeoutHandler(server.idleTimeoutMillis(), TimeUnit.MILLISECONDS),
                new HttpServerCodec(),
                new HttpServerKeepAliveHandler(),
                new HttpObjectAggregator(LARGEST_REQUEST),
                new PublicRequests(server),
                new WebSocketServerProtocolHandler(WEB_SOCKETS),
                new WebRequests(server));
        server.openedWeb(pipeline.channel());
    }

    /** Answers what needs no token, and refuses requests of other machines' names and pages, upgrades included. */
    private static final class PublicRequests extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final AmqpServer server;

        private PublicRequests(AmqpServer server) {
            super(false);
            this.server = server;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            request.setUri(withoutHost(request.uri()));
            FullHttpResponse answer = server.web().publicAnswer(request);
            if (answer != null) {
                request.release();
                send(ctx, answer);
            } else if (isAboutFaults(request)) {
                byte[] body = ByteBufUtil.getBytes(request.content());
                request.release();
                server.faults()
                        .answer(
                                request.method().name(),
                                request.uri(),
                                body,
                                done -> ctx.executor().execute(() -> send(ctx, answer(done))));
            } else if (server.inOutage()) {
                request.release();
                ctx.close();
            } else {
                ctx.fireChannelRead(request);
            }
        }

        /** Administration clients have a token, and may have an entity of this name. */
        private static boolean isAboutFaults(FullHttpRequest request) {
            return FaultRequests.isFor(request.uri()) && !request.headers().contains(HttpHeaderNames.AUTHORIZATION);
        }

        private static FullHttpResponse answer(FaultAnswer answered) {
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.valueOf(answered.status()),
                    Unpooled.wrappedBuffer(answered.json()));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
            return response;
        }
    }

    /** Some clients send a whole address, as to a proxy (RFC 9112, 3.2.2). */
    private static String withoutHost(String address) {
        int scheme = address.indexOf("://");
        if (scheme < 0 || address.startsWith("/")) {
            return address;
        }
        int path = address.indexOf('/', scheme + 3);
        return path < 0 ? "/" : address.substring(path);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        FullHttpResponse answer = server.web().answer(request);
        // Nothing is acknowledged before the journal has it.
        server.settleDown();
        send(ctx, answer);
    }

    private static void send(ChannelHandlerContext ctx, FullHttpResponse answer) {
        HttpUtil.setContentLength(answer, answer.content().readableBytes());
        ctx.writeAndFlush(answer);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete) {
            ctx.pipeline().remove(ReadTimeoutHandler.class);
            ctx.pipeline().addLast(new WebSocketBytes(), new AmqpConnection(server));
            ctx.pipeline().remove(this);
            return;
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof ReadTimeoutException)) {
            log.info("A connection is closed: {}", cause.toString());
        }
        ctx.close();
    }
}
