package io.dronedelivery.servicekit.edge;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;

/**
 * The response of a request with a deadline, as its handler sees it. Either the handler's answer begins or the deadline is answered,
 * whichever comes first; nothing of the other one is sent. Until the handler's answer begins, its status and headers are kept here.
 *
 * <p>When the deadline passes, the handler may be running on any thread; cancelling it does not stop it at once.
 */
final class TimelyResponse extends AbstractServerHttpResponse {

    private final ServerHttpResponse response;
    private final AtomicBoolean decided = new AtomicBoolean();

    TimelyResponse(ServerHttpResponse response) {
        super(response.bufferFactory(), copy(response.getHeaders()));
        this.response = response;
    }

    private static HttpHeaders copy(HttpHeaders headers) {
        HttpHeaders copy = new HttpHeaders();
        copy.putAll(headers);
        return copy;
    }

    /** Prevents the handler from answering from now on. False when its answer has begun. */
    boolean refuse() {
        return decided.compareAndSet(false, true);
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
        return Mono.defer(() -> begins() ? response.writeWith(body) : Mono.never());
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return Mono.defer(() -> begins() ? response.writeAndFlushWith(body) : Mono.never());
    }

    @Override
    public Mono<Void> setComplete() {
        return isCommitted()
                ? Mono.empty()
                : doCommit(() -> Mono.defer(() -> begins() ? response.setComplete() : Mono.never()));
    }

    /** Whether the answer may begin. When it may not, its handler is being cancelled, which also gives back the body's buffers. */
    private boolean begins() {
        if (!decided.compareAndSet(false, true)) {
            return false;
        }
        response.setStatusCode(getStatusCode());
        HttpHeaders headers = response.getHeaders();
        headers.clear();
        headers.putAll(getHeaders());
        getCookies().values().forEach(cookies -> cookies.forEach(response::addCookie));
        return true;
    }

    /** Nothing is applied before {@link #begins}. */
    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}

    @Override
    public <T> T getNativeResponse() {
        return ServerHttpResponseDecorator.getNativeResponse(response);
    }
}
