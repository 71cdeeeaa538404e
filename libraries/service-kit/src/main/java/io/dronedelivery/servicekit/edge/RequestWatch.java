package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches the requests and answers of one connection, right behind its codec, and adds what reactor-netty lacks. A request that cannot be
 * decoded is refused with a problem detail. A body that breaks off never looks complete. Headers that are not trusted are removed. When the
 * server stops, {@code Connection: close} asks clients to leave the connection. Owned by the connection's event loop.
 */
final class RequestWatch extends ChannelDuplexHandler {

    private final RequestProgress progress;
    private final Refusals refusals;
    private final ConnectionProperties limits;
    private final CallerTrust trust;
    private final ServedConnections served;
    private @Nullable HttpRequest request;
    private boolean interim;
    private boolean begun;
    private boolean refused;
    private boolean closeAfterAnswer;
    /** Whether the client knows that the connection ends. */
    private boolean endAnnounced;
    /** Whether the client has received the notice that nothing more is read. */
    private boolean left;

    private long drained;
    private @Nullable ConnectionTimes times;

    /** @param served those of the server, this one among them */
    RequestWatch(
            RequestProgress progress,
            Refusals refusals,
            ConnectionProperties limits,
            CallerTrust trust,
            ServedConnections served) {
        this.progress = progress;
        this.refusals = refusals;
        this.limits = limits;
        this.trust = trust;
        this.served = served;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        times = new ConnectionTimes(limits, progress, this, ctx);
        times.start();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        ConnectionTimes running = times;
        if (running != null) {
            running.stop();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (left) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest head) {
            request = head;
            trust.applyTo(head.headers());
            progress.requestBegan(HttpMethod.HEAD.equals(head.method()));
        } else if (message instanceof HttpContent content) {
            progress.contentCame();
            if (content.decoderResult().isFailure()) {
                content.release();
                failBody(ctx, content.decoderResult().cause());
                return;
            }
            drained = progress.isAnswering() ? 0 : drained + content.content().readableBytes();
            if (drained > limits.maxDrainedBody().toBytes()) {
                content.release();
                LingeringClose.removeFrom(ctx.pipeline());
                ctx.close();
                return;
            }
        }
        if (message instanceof LastHttpContent) {
            progress.requestEnded();
            leaveBehindLast();
            if (served.haveEnded() && !progress.isAnswering()) {
                // It was answered before it ended, and what was said to idle connections did not reach this one.
                ctx.executor().execute(() -> leaveIfIdle(ctx));
            }
        }
        ctx.fireChannelRead(message);
    }

    /**
     * Without this, reactor-netty would answer 400 and then tell the receiver that the body is complete. Here the body never ends: its
     * receiver gets an error when the connection has been closed. An answer that has begun is cut off.
     */
    private void failBody(ChannelHandlerContext ctx, Throwable cause) {
        if (refused) {
            return;
        }
        Object last = Unpooled.EMPTY_BUFFER;
        if (progress.isAnswering() && !begun) {
            refused = true;
            last = refusal(ctx, refusals.refuse(cause));
        }
        // Flushes also what the writer of an answer has kept to send together with more.
        ctx.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }

    /** Ends the connection: a request that has begun without an answer is answered with the reason. */
    void tooLate(ChannelHandlerContext ctx, ConnectionTimes.ConnectionPhase phase) {
        if (left) {
            // Nothing is waited for but the client's taking of its answers, which has a limit of its own.
            return;
        }
        switch (phase) {
            case HEAD ->
                unasked(ctx, refusals.refuse(tooLate("header fields were", limits.headTimeout())))
                        .addListener(ChannelFutureListener.CLOSE);
            case BODY -> failBody(ctx, tooLate("body was", limits.bodyTimeout()));
            default -> ctx.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ServedConnections.LEAVE) {
            leaveIfIdle(ctx);
        } else if (event == ConnectionPlace.TAKEN) {
            makeRoom(ctx);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** As for a connection that has been idle for too long. A request that has come meanwhile is answered, and is the last one. */
    private void makeRoom(ChannelHandlerContext ctx) {
        if (progress.isReceiving() || progress.isAnswering()) {
            closeAfterAnswer = true;
            return;
        }
        left = true;
        boolean begun = progress.phase() == ConnectionTimes.ConnectionPhase.HEAD;
        ProblemException tooLate = ProblemException.of(
                ProblemType.REQUEST_TIMEOUT,
                "The request's header fields were not complete when others needed the connection.");
        Object last = begun && !endAnnounced ? lastAnswer(tooLate) : Unpooled.EMPTY_BUFFER;
        // Behind an answer that the client is still taking.
        ctx.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }

    private FullHttpResponse lastAnswer(ProblemException problem) {
        progress.unasked();
        endAnnounced = true;
        return refusals.answer(refusals.refuse(problem));
    }

    /**
     * A client may be sending a request on a connection that waits for one, in the moment in which it ends. A 408 tells it that the request was
     * not read, so it may send the request again, whatever its method. A mere end would leave that open.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9">RFC 9110, section 15.5.9, 408</a>
     */
    private void leaveIfIdle(ChannelHandlerContext ctx) {
        if (endAnnounced || progress.isReceiving() || progress.isAnswering()) {
            return;
        }
        ProblemException end = ProblemException.of(
                ProblemType.REQUEST_TIMEOUT, "The service is stopping. It has not read the request, send it again.");
        // What comes from now on is dropped, so that it is not done twice.
        left = true;
        ChannelOutboundBuffer untaken = ctx.channel().unsafe().outboundBuffer();
        boolean taken = untaken == null || untaken.totalPendingWriteBytes() == 0;
        ChannelFuture lastWrite = unasked(ctx, end);
        if (taken) {
            ctx.close();
        } else {
            // The client is still taking the last answer, which a close would cut off.
            lastWrite.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Writes the answer to a request that has not come. */
    private ChannelFuture unasked(ChannelHandlerContext ctx, ProblemException problem) {
        progress.unasked();
        return ctx.writeAndFlush(refusal(ctx, problem));
    }

    /** The answer to a request of which the client may still be sending something when the connection is closed. */
    private FullHttpResponse refusal(ChannelHandlerContext ctx, ProblemException problem) {
        endAnnounced = true;
        lingerAtClose(ctx);
        return refusals.answer(problem);
    }

    private void lingerAtClose(ChannelHandlerContext ctx) {
        LingeringClose.installIn(ctx.pipeline(), limits.maxDrainedBody().toBytes());
    }

    private static ProblemException tooLate(String what, Duration limit) {
        return ProblemException.of(
                ProblemType.REQUEST_TIMEOUT,
                "The request's " + what + " not complete within " + limit.toMillis() + " ms.");
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (refused) {
            // A handler wrote it before it learned that its request had been refused.
            ReferenceCountUtil.release(message);
            promise.trySuccess();
            return;
        }
        Object outgoing = message;
        if (message instanceof HttpResponse response) {
            interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            outgoing = interim ? response : answer(ctx, response);
            begun |= !interim;
        }
        if (!(outgoing instanceof LastHttpContent) || interim) {
            ctx.write(outgoing, promise);
            return;
        }
        progress.answerEnded();
        begun = false;
        request = null;
        if (progress.isReceiving() || closeAfterAnswer) {
            lingerAtClose(ctx);
        }
        if (closeAfterAnswer) {
            leaveBehindLast();
            ctx.write(outgoing, promise.unvoid().addListener(ChannelFutureListener.CLOSE));
            return;
        }
        ctx.write(outgoing, promise);
        if (served.areEnding()) {
            // The answer began before that.
            ctx.executor().execute(() -> leaveIfIdle(ctx));
        }
    }

    /** Bytes behind the last request are not read. Its client has been notified, and would take an answer to them for a part of the last one. */
    private void leaveBehindLast() {
        left |= closeAfterAnswer && !progress.isReceiving() && !progress.isAnswering();
    }

    private HttpResponse answer(ChannelHandlerContext ctx, HttpResponse response) {
        Throwable fault = response instanceof FullHttpResponse full ? faultBehind(full) : null;
        if (fault != null) {
            // The next bytes on this connection may not be the beginning of a request.
            closeAfterAnswer = true;
            ReferenceCountUtil.release(response);
            return refusal(ctx, refusals.refuse(fault));
        }
        AnswerDate.addTo(response.headers());
        if (isUnknownToClient(response)) {
            // Its end is that of the connection.
            response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
            closeAfterAnswer = true;
        }
        closeAfterAnswer |= served.areEnding();
        if (closeAfterAnswer) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        endAnnounced = response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        return response;
    }

    /**
     * Whether the answer is in chunks, which HTTP/1.0 does not have. reactor-netty sends them whatever the version of the request.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-6.1">RFC 9112, 6.1</a>
     */
    private boolean isUnknownToClient(HttpResponse response) {
        HttpRequest asked = request;
        return asked != null
                && asked.protocolVersion() == HttpVersion.HTTP_1_0
                && HttpUtil.isTransferEncodingChunked(response);
    }

    /** Why the request was refused before any application saw it, or null when this is the answer of an application. */
    private @Nullable Throwable faultBehind(FullHttpResponse response) {
        HttpRequest refused = request;
        if (refused == null || response.status().code() < 400) {
            return null;
        }
        if (refused.decoderResult().isFailure()) {
            return refused.decoderResult().cause();
        }
        // Spring's adapter gives an empty answer to a URI that java.net.URI cannot hold.
        boolean empty = response.status().code() == 400 && !response.content().isReadable();
        return empty ? uriFault(refused.uri()) : null;
    }

    private static @Nullable URISyntaxException uriFault(String uri) {
        try {
            new URI(uri.startsWith("/") ? "http://localhost" + uri : uri);
            return null;
        } catch (URISyntaxException e) {
            return e;
        }
    }
}
