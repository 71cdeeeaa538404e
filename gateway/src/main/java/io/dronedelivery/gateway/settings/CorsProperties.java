package io.dronedelivery.gateway.settings;

import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which web pages may call the gateway's endpoints (CORS). The methods are those that the endpoints of a path have.
 *
 * @param allowedOrigins the origins whose pages may call, such as {@code https://app.example.com}, or {@code *}. Without any, no page of
 *     another origin may call
 * @param allowedHeaders the request headers that a page may send
 * @param exposedHeaders the headers of an answer that a page may read
 * @param maxAge how long a browser may keep the answer to a preflight request
 */
public record CorsProperties(
        @DefaultValue
        List<@Pattern(regexp = ORIGIN, message = "must be an origin such as https://app.example.com, or *") String>
                allowedOrigins,

        @DefaultValue({"Accept", "Authorization", "Content-Type", "Idempotency-Key"})
        List<@Pattern(regexp = HeaderNames.TOKEN, message = "must be the name of a header") String> allowedHeaders,

        @DefaultValue({"Location", "Retry-After", "Server-Timing", "X-Aggregate-Completed"})
        List<@Pattern(regexp = HeaderNames.TOKEN, message = "must be the name of a header") String> exposedHeaders,

        @DefaultValue("30m") @DurationMin(seconds = 0) Duration maxAge) {

    /** Scheme, host and port and nothing else (RFC 6454, section 6.1). */
    static final String ORIGIN =
            "\\*|https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?|https?://\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?";
}
