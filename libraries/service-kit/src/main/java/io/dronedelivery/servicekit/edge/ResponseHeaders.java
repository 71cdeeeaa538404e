package io.dronedelivery.servicekit.edge;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The headers that go onto every response. They are encoded and hashed once; Netty copies such a set without looking at the
 * names again.
 */
final class ResponseHeaders {

    private final HttpHeaders encoded = new DefaultHttpHeaders();
    private final Map<String, String> plain;

    ResponseHeaders(Map<String, String> headers) {
        this.plain = headers.entrySet().stream()
                .filter(header -> !header.getValue().isBlank())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        plain.forEach((name, value) -> encoded.add(AsciiString.cached(name), AsciiString.cached(value)));
    }

    /** Puts the headers onto a response that has none yet. */
    void addTo(ServerHttpResponse response) {
        ServerHttpResponse innermost = response;
        while (innermost instanceof ServerHttpResponseDecorator decorator) {
            innermost = decorator.getDelegate();
        }
        if (innermost instanceof AbstractServerHttpResponse abstractResponse
                && abstractResponse.getNativeResponse() instanceof HttpServerResponse netty) {
            addTo(netty.responseHeaders());
        } else {
            plain.forEach(response.getHeaders()::set);
        }
    }

    void addTo(HttpHeaders headers) {
        headers.add(encoded);
    }
}
