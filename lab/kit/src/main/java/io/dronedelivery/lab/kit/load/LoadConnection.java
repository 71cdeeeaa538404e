package io.dronedelivery.lab.kit.load;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** The connection of one user. Belongs to the event loop. */
final class LoadConnection extends ChannelInboundHandlerAdapter {

    static final String CLOSED = "closed";
    static final String REFUSED = "connection refused";

    private final LoadUser user;
    private @Nullable Channel channel;
    private int requests;
    private boolean asked;
    private boolean answering;
    private int status;
    private int retryAfter;
    private boolean kept;
    private @Nullable ExpectedBody expected;

    LoadConnection(LoadUser user) {
        this.user = user;
    }

    void of(Channel channel) {
        this.channel = channel;
    }

    /** @param expected body of the answer; absent when any will do */
    void send(String host, String target, @Nullable ExpectedBody expected) {
        Channel open = channel;
        if (open == null) {
            throw new IllegalStateException("There is no channel yet");
        }
        requests++;
        asked = true;
        answering = false;
        this.expected = expected;
        FullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target, Unpooled.EMPTY_BUFFER);
        request.headers().set(HttpHeaderNames.HOST, host).set(HttpHeaderNames.ACCEPT, "*/*");
        open.writeAndFlush(request, open.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
                user.failed(this, kind(part.decoderResult().cause()));
                return;
            }
            if (message instanceof HttpResponse response) {
                answering = true;
                status = response.status().code();
                kept = HttpUtil.isKeepAlive(response);
                retryAfter = response.headers().getInt(HttpHeaderNames.RETRY_AFTER, -1);
            }
            ExpectedBody body = expected;
            if (message instanceof HttpContent part && body != null) {
                body.read(part.content());
            }
            if (message instanceof LastHttpContent && asked) {
                asked = false;
                user.answered(this, status, retryAfter, kept, body == null || body.isComplete());
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (asked && !answering && requests > 1) {
            user.closedBeforeAnswer(this);
        } else {
            user.failed(this, CLOSED);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (kind(cause).equals(CLOSED) && asked && !answering && requests > 1) {
            user.closedBeforeAnswer(this);
        } else {
            user.failed(this, kind(cause));
        }
    }

    void close() {
        if (channel != null && channel.isRegistered()) {
            channel.close();
        }
    }

    /** What the errors are counted by. */
    static String kind(@Nullable Throwable cause) {
        if (cause instanceof ConnectException) {
            return REFUSED;
        }
        if (cause == null || cause instanceof ClosedChannelException) {
            return CLOSED;
        }
        // "Connection reset" and "Broken pipe" have no type of their own.
        Class<?> type = cause.getClass();
        return type.equals(SocketException.class) || type.equals(IOException.class) ? CLOSED : type.getSimpleName();
    }
}
