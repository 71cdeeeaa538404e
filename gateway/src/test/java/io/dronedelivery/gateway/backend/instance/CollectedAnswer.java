package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A GET that is sent by a pool alone, without a call around it. */
final class CollectedAnswer implements ExchangeHandler {

    private final String uri;
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private final StringBuffer body = new StringBuffer();
    private volatile @Nullable Object carrier;

    private final Runnable beforeUse;

    private CollectedAnswer(String uri, Runnable beforeUse) {
        this.uri = uri;
        this.beforeUse = beforeUse;
    }

    /** The body of the answer, whatever its status, or the failure. */
    static CompletableFuture<String> get(PoolShare share, String uri) {
        return get(share, uri, () -> {});
    }

    /** @param beforeUse is run whenever the pool asks whether the answer is needed */
    static CompletableFuture<String> get(PoolShare share, String uri, Runnable beforeUse) {
        CollectedAnswer exchange = new CollectedAnswer(uri, beforeUse);
        share.send(exchange);
        return exchange.result;
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.GET;
    }

    @Override
    public String uri() {
        return uri;
    }

    @Override
    public byte @Nullable [] body() {
        return null;
    }

    @Override
    public boolean isNeeded() {
        beforeUse.run();
        return !result.isDone();
    }

    @Override
    public void writeFields(HttpHeaders fields, long now) {
        // It adds none.
    }

    @Override
    public void headCame(int status, HttpVersion version, HttpHeaders fields, HttpHeaders request) {
        // The body is enough.
    }

    @Override
    public void pieceCame(ByteBuf piece) {
        body.append(piece.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void answerEnded() {
        result.complete(body.toString());
    }

    @Override
    public void connectionFailed(Throwable cause) {
        result.completeExceptionally(cause);
    }

    @Override
    public void carriedBy(@Nullable Object now) {
        carrier = now;
    }

    @Override
    public @Nullable Object carrier() {
        return carrier;
    }

    @Override
    public boolean isAt(PoolShare share) {
        return true;
    }
}
