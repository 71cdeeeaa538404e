package io.dronedelivery.localservicebus.amqp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
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
            if (answer == null) {
                ctx.fireChannelRead(request);
            } else {
                request.release();
                send(ctx, answer);
            }
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
