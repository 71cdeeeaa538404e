package io.dronedelivery.servicekit.web;

import io.dronedelivery.servicekit.problem.ProblemBody;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives a problem body to the refusals that never reach Spring: a request line or headers beyond their limit, a request that is no
 * HTTP, a URI that is none. Netty answers these with a bare status, which nothing else here ever sends.
 */
@Sharable
final class RefusalHandler extends ChannelOutboundHandlerAdapter {

    private static final Map<Integer, byte[]> BODIES = Map.of(
            400, body(ProblemType.INVALID_REQUEST, "The request is not well-formed HTTP."),
            413, body(ProblemType.PAYLOAD_TOO_LARGE, "The request's body is too large."),
            414, body(ProblemType.URI_TOO_LONG, "The request's first line is too long."),
            431, body(ProblemType.HEADERS_TOO_LARGE, "The request's header fields are too large."));

    private final ResponseHeaders responseHeaders;

    RefusalHandler(ResponseHeaders responseHeaders) {
        this.responseHeaders = responseHeaders;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        byte[] body = message instanceof FullHttpResponse response ? bodyFor(response) : null;
        if (body == null) {
            ctx.write(message, promise);
            return;
        }
        HttpResponseStatus status = ((FullHttpResponse) message).status();
        ReferenceCountUtil.release(message);
        // What follows on this connection cannot be trusted to be the next request.
        ctx.write(refusal(status, body), promise.unvoid().addListener(ChannelFutureListener.CLOSE));
    }

    private static byte @Nullable [] bodyFor(FullHttpResponse response) {
        int status = response.status().code();
        boolean bare = status >= 400
                && !response.content().isReadable()
                && !response.headers().contains(HttpHeaderNames.CONTENT_TYPE);
        return bare ? BODIES.get(status) : null;
    }

    private FullHttpResponse refusal(HttpResponseStatus status, byte[] body) {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        responseHeaders.addTo(headers);
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json");
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    private static byte[] body(ProblemType type, String detail) {
        return ProblemBody.of(ProblemException.of(type, detail).getBody());
    }
}
