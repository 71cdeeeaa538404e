package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.DecoderResultProvider;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of HTTP/1.1 on one connection: one request, then its one final answer. It takes the place of Netty's codec, which
 * hands on whatever arrives, so that what a backend sends too much would become the answer to the next call on the connection.
 *
 * <ul>
 *   <li>An interim answer (100, 102, 103 and others below 200) is skipped. A 101 is final, because the gateway never requests another protocol.
 *   <li>The connection is closed, not reused, when bytes follow an answer or arrive on an idle connection. It is also closed when the answer is
 *     not HTTP or a 101, or is complete before the whole request was written.
 * </ul>
 *
 * <p>A backend that says how long it keeps the connection ({@link KeepAlive}) is believed: an idle connection is closed before that time is
 * over, so that no request meets its end.
 *
 * <p>The end of an answer is passed on after everything in the socket was read. Its receiver returns the connection to the pool, and must know
 * by then whether more bytes follow. In HTTP/1.1, bytes that arrive after the next request was sent cannot be distinguished from that request's
 * answer.
 *
 * <p>Everything here runs on the connection's event loop.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.2">RFC 9110, section 15.2, Informational 1xx</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-6.3">RFC 9112, section 6.3, on data behind the final response</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-9.8">RFC 9112, section 9.8, on the end of TLS connections</a>
 */
final class ExchangeCodec extends CombinedChannelDuplexHandler<HttpResponseDecoder, HttpRequestEncoder> {

    private static final int SWITCHING_PROTOCOLS = 101;

    private static final ByteBuf TOO_LATE = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer("HTTP/1.1 408 ", StandardCharsets.US_ASCII).asReadOnly());

    private final int maxHeadBytes;
    private final Runnable onSpoilt;

    /** Whether a request was begun whose final answer has not ended. */
    private boolean answerDue;

    private boolean requestEnded;
    private @Nullable ChannelFuture lastWrite;
    private boolean spoilt;
    private boolean closes;
    private boolean paused;

    /**
     * @param maxHeadBytes the largest head of an answer; of its first line and of trailers as well
     * @param onSpoilt is run when the connection is closed because of what the backend has sent
     */
    ExchangeCodec(int maxHeadBytes, Runnable onSpoilt) {
        this.maxHeadBytes = maxHeadBytes;
        this.onSpoilt = onSpoilt;
        init(new Answers(), new Requests());
    }

    /**
     * A request begins that is written past this codec, already encoded and all at once.
     *
     * @param written is done when its last byte is in the socket
     */
    void begin(ChannelFuture written) {
        answerDue = true;
        requestEnded = true;
        lastWrite = written;
    }

    /** Hands on no more of the answer until {@link #resume}, or until the connection has ended. */
    void pause(Channel channel) {
        paused = true;
        channel.config().setAutoRead(false);
    }

    /** Hands on what had come before {@link #pause}, then what comes. */
    void resume(ChannelHandlerContext ctx) throws Exception {
        paused = false;
        channelRead(ctx, Unpooled.EMPTY_BUFFER);
        channelReadComplete(ctx);
        if (!paused && ctx.channel().isActive()) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    /** Whether the connection was closed here. With TLS it stays active until the other side has been notified. */
    boolean closes() {
        return closes;
    }

    private void close(ChannelHandlerContext ctx) {
        closes = true;
        ctx.close();
    }

    private boolean requestIsWritten() {
        return requestEnded && (lastWrite == null || lastWrite.isVoid() || lastWrite.isDone());
    }

    private final class Requests extends HttpRequestEncoder {

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
            if (message instanceof HttpRequest) {
                answerDue = true;
                requestEnded = false;
            }
            if (message instanceof LastHttpContent) {
                requestEnded = true;
            }
            lastWrite = promise;
            super.write(ctx, message, promise);
        }
    }

    private final class Answers extends HttpResponseDecoder {

        private final List<Object> decoded = new ArrayList<>(2);
        private boolean withinInterim;
        private @Nullable Object ending;
        private boolean orderlyEnd;
        /** How long the backend keeps the connection behind this answer, negative when it has not said so. */
        private long keptNanos = -1;

        private long keptUntil;
        private @Nullable Future<?> closing;
        private long closingAt;
        /** Whether the backend has said, in TLS, that it sends no more. */
        private boolean closeNotified;

        Answers() {
            super(new HttpDecoderConfig().setMaxInitialLineLength(maxHeadBytes).setMaxHeaderSize(maxHeadBytes));
        }

        /** What calls itself another version on a connection of HTTP/1.1 may be framed by other rules, too. */
        @Override
        protected HttpMessage createMessage(String[] firstLine) {
            if (!firstLine[0].startsWith("HTTP/1.")) {
                throw new IllegalArgumentException("an answer of another version than HTTP/1.x");
            }
            return super.createMessage(firstLine);
        }

        /** Netty's takes what follows a 101 to a WebSocket without its key for the body of an old draft, which may never end. */
        @Override
        protected boolean isContentAlwaysEmpty(HttpMessage answer) {
            return isSwitch(answer) || super.isContentAlwaysEmpty(answer);
        }

        private static boolean isSwitch(HttpMessage answer) {
            return answer instanceof HttpResponse head && head.status().code() == SWITCHING_PROTOCOLS;
        }

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out) throws Exception {
            if (!answerDue || spoilt) {
                orderlyEnd |= !spoilt && isOrderlyEnd(bytes);
                spoilt = true;
                bytes.skipBytes(bytes.readableBytes());
                return;
            }
            if (paused) {
                // Netty keeps the bytes.
                return;
            }
            super.decode(ctx, bytes, decoded);
            for (Object message : decoded) {
                take(ctx, message, out);
            }
            decoded.clear();
        }

        /** On a connection that waits for a request, a 408 says why it ends. */
        private static boolean isOrderlyEnd(ByteBuf bytes) {
            int length = TOO_LATE.readableBytes();
            return bytes.readableBytes() >= length
                    && ByteBufUtil.equals(bytes, bytes.readerIndex(), TOO_LATE, 0, length);
        }

        private void take(ChannelHandlerContext ctx, Object message, List<Object> out) {
            if (message instanceof DecoderResultProvider result
                    && result.decoderResult().isFailure()) {
                spoilt = true;
                if (result.decoderResult().cause() instanceof TooLongFrameException tooLong) {
                    result.setDecoderResult(DecoderResult.failure(new HeadTooLargeException(maxHeadBytes, tooLong)));
                }
                end(message);
            } else if (message instanceof HttpResponse head) {
                withinInterim = !isSwitch(head)
                        && HttpStatusClass.INFORMATIONAL.contains(head.status().code());
                spoilt |= isSwitch(head);
                keptNanos = KeepAlive.nanos(head.headers());
                if (!withinInterim) {
                    out.add(message);
                }
            } else if (withinInterim) {
                ReferenceCountUtil.release(message);
                // Nothing was handed on, so nobody else asks for more.
                ctx.read();
            } else if (message instanceof LastHttpContent) {
                spoilt |= !requestIsWritten();
                end(message);
            } else {
                out.add(message);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
            closeNotified |= event instanceof SslCloseCompletionEvent close && close.isSuccess();
            super.userEventTriggered(ctx, event);
        }

        /** With TLS the end of a connection is the end of an answer only where the backend says so: anybody else may have cut it off. */
        @Override
        protected void decodeLast(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out) throws Exception {
            super.decodeLast(ctx, bytes, out);
            if (!closeNotified && ctx.pipeline().get(SslHandler.class) != null) {
                out.removeIf(LastHttpContent.class::isInstance);
            }
        }

        private void end(Object message) {
            answerDue = false;
            ending = message;
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
            handOnEnding(ctx);
            if (paused) {
                // Netty's would read on.
                ctx.fireChannelReadComplete();
            } else {
                super.channelReadComplete(ctx);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            if (paused) {
                paused = false;
                channelRead(ctx, Unpooled.EMPTY_BUFFER);
            }
            handOnEnding(ctx);
            super.channelInactive(ctx);
        }

        /** Closes first: a connection that is closed does not return to the pool. */
        private void handOnEnding(ChannelHandlerContext ctx) {
            if (ending != null && keptNanos >= 0) {
                keepNoLonger(ctx);
            }
            if (spoilt && ctx.channel().isActive()) {
                close(ctx);
                if (!orderlyEnd) {
                    onSpoilt.run();
                }
            }
            Object message = ending;
            if (message != null) {
                ending = null;
                ctx.fireChannelRead(message);
            }
        }

        private void keepNoLonger(ChannelHandlerContext ctx) {
            keptUntil = System.nanoTime() + keptNanos;
            if (keptNanos == 0) {
                close(ctx);
            } else if (closing == null || keptUntil - closingAt < 0) {
                closeAfter(ctx, keptNanos);
            }
        }

        private void closeAfter(ChannelHandlerContext ctx, long nanos) {
            if (closing != null) {
                closing.cancel(false);
            }
            closingAt = keptUntil;
            closing = ctx.executor().schedule(() -> closeIfOver(ctx), nanos, TimeUnit.NANOSECONDS);
        }

        /** A connection that is in use is looked at again when its answer has ended. */
        private void closeIfOver(ChannelHandlerContext ctx) {
            closing = null;
            long left = keptUntil - System.nanoTime();
            if (answerDue) {
                return;
            }
            if (left <= 0) {
                close(ctx);
            } else {
                closeAfter(ctx, left);
            }
        }

        @Override
        protected void handlerRemoved0(ChannelHandlerContext ctx) throws Exception {
            ReferenceCountUtil.release(ending);
            ending = null;
            if (closing != null) {
                closing.cancel(false);
            }
            super.handlerRemoved0(ctx);
        }
    }
}
