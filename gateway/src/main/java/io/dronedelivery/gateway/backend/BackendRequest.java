package io.dronedelivery.gateway.backend;

import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * One GET to a backend.
 *
 * @param uri path and query, percent-encoded
 * @param accepted the media types of the answer
 * @param expiresAt the {@link System#nanoTime()} at which the answer is of no use any more; the backend is told what remains
 * @param timeout the time it had from the beginning, for messages
 * @param headers adds the further headers of the request, once a connection is there
 */
public record BackendRequest(
        String uri, ContentTypes accepted, long expiresAt, Duration timeout, Consumer<HttpHeaders> headers) {}
