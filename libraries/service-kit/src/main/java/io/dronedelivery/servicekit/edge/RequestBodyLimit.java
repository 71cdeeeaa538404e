package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.unit.DataSize;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;

/**
 * Refuses a body beyond the limit: at once when its length is announced, else as soon as it has become too long. The decoders have a separate
 * limit, but reach it only after reading that far. They then release a buffer twice, which ends the connection with an error in the log.
 */
final class RequestBodyLimit {

    private final long maxBytes;

    RequestBodyLimit(DataSize max) {
        this.maxBytes = max.toBytes();
    }

    /**
     * The exchange to go on with.
     *
     * @throws ProblemException {@link ProblemType#PAYLOAD_TOO_LARGE} when the announced length is beyond the limit
     */
    ServerWebExchange applyTo(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        HttpMethod method = request.getMethod();
        if (method == HttpMethod.GET || method == HttpMethod.HEAD || method == HttpMethod.OPTIONS) {
            return exchange;
        }
        long announced = request.getHeaders().getContentLength();
        if (announced > maxBytes) {
            throw tooLarge();
        }
        return announced >= 0
                ? exchange
                : exchange.mutate().request(new CountedRequest(request)).build();
    }

    private ProblemException tooLarge() {
        return ProblemException.of(
                ProblemType.PAYLOAD_TOO_LARGE,
                "The request's body may have " + maxBytes + " bytes (service-kit.max-request-body).");
    }

    private final class CountedRequest extends ServerHttpRequestDecorator {

        private long received;

        CountedRequest(ServerHttpRequest delegate) {
            super(delegate);
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return super.getBody().doOnNext(this::count);
        }

        private void count(DataBuffer buffer) {
            received += buffer.readableByteCount();
            if (received > maxBytes) {
                DataBufferUtils.release(buffer);
                throw tooLarge();
            }
        }
    }
}
