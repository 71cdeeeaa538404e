package io.dronedelivery.gateway.door;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers {@code GET /} with the door: HTML for a caller that prefers it, such as a browser, and JSON for all others. Both are written once,
 * because the settings do not change.
 */
final class DoorHandler implements WebHandler {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    private static final HeaderContentTypeResolver ACCEPT = new HeaderContentTypeResolver();

    private final Representation html;
    private final Representation json;

    private record Representation(MediaType type, byte[] bytes, String etag) {

        static Representation of(MediaType type, byte[] bytes) {
            return new Representation(type, bytes, '"' + HexFormat.of().formatHex(sha256(bytes), 0, 8) + '"');
        }
    }

    private final String policy;

    DoorHandler(Door door, JsonMapper mapper) {
        html = Representation.of(HTML, DoorPage.of(door).getBytes(StandardCharsets.UTF_8));
        json = Representation.of(MediaType.APPLICATION_JSON, mapper.writeValueAsBytes(door));
        policy = "default-src 'none'; style-src 'sha256-"
                + Base64.getEncoder().encodeToString(sha256(DoorPage.STYLE.getBytes(StandardCharsets.UTF_8)))
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        HttpMethod method = exchange.getRequest().getMethod();
        if (!METHODS.contains(method)) {
            return Mono.error(new MethodNotAllowedException(method, METHODS));
        }
        Representation chosen = chosen(exchange);
        ServerHttpResponse response = exchange.getResponse();
        HttpHeaders headers = response.getHeaders();
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        headers.setCacheControl(CacheControl.noCache());
        headers.set("Content-Security-Policy", policy);
        if (exchange.checkNotModified(chosen.etag())) {
            return response.setComplete();
        }
        headers.setContentType(chosen.type());
        headers.setContentLength(chosen.bytes().length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(chosen.bytes())));
    }

    /** The first one that the caller accepts; JSON for one that accepts everything. */
    private Representation chosen(ServerWebExchange exchange) {
        for (MediaType accepted : ACCEPT.resolveMediaTypes(exchange)) {
            if (accepted.getQualityValue() > 0 && accepted.includes(MediaType.APPLICATION_JSON)) {
                return json;
            }
            if (accepted.getQualityValue() > 0 && accepted.includes(MediaType.TEXT_HTML)) {
                return html;
            }
        }
        throw new NotAcceptableStatusException(List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_HTML));
    }
}
