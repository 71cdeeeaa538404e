package io.dronedelivery.house.api;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to send.
 *
 * @param target path and query
 * @param valid whether all of it keeps to the document
 */
record Request(String method, String target, Map<String, String> headers, byte @Nullable [] body, boolean valid) {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    HttpRequest to(String server, Bearer bearer) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + target))
                .timeout(TIMEOUT)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        if (bearer.token() != null) {
            request.header("Authorization", "Bearer " + bearer.token());
        }
        return request.build();
    }

    @Override
    public String toString() {
        String text = body == null ? "" : " " + new String(body, StandardCharsets.UTF_8);
        return method + " " + target + " " + headers + (text.length() > 400 ? text.substring(0, 400) + "..." : text);
    }
}
