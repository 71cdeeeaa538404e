package io.dronedelivery.gateway.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** The connection of a caller, whose answer cannot be ended in order. */
public final class CallerConnection {

    private CallerConnection() {}

    /**
     * Closes it when what was written of the answer has been sent, without the end of the answer: the caller sees that it is not complete.
     *
     * @return never completes, for there is nothing to be done after it; it is cancelled when the connection has been closed
     */
    public static Mono<Void> cutOff(ServerHttpResponse response) {
        response(response)
                .withConnection(connection -> connection
                        .channel()
                        .writeAndFlush(Unpooled.EMPTY_BUFFER)
                        .addListener(ChannelFutureListener.CLOSE));
        return Mono.never();
    }

    /** Closes it at once. */
    public static void close(ServerHttpResponse response) {
        response(response).withConnection(connection -> connection.channel().close());
    }

    private static HttpServerResponse response(ServerHttpResponse response) {
        return ServerHttpResponseDecorator.getNativeResponse(response);
    }
}
