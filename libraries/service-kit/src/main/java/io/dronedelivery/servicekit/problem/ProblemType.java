package io.dronedelivery.servicekit.problem;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The kinds of failure that leave a service by HTTP. Each has a stable {@code type} that callers may compare.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457, Problem Details for HTTP APIs</a>
 */
public enum ProblemType {
    INVALID_REQUEST("invalid-request", "Invalid request", HttpStatus.BAD_REQUEST),
    UNAUTHENTICATED("unauthenticated", "Not authenticated", HttpStatus.UNAUTHORIZED),
    FORBIDDEN("forbidden", "Forbidden", HttpStatus.FORBIDDEN),
    NOT_FOUND("not-found", "Not found", HttpStatus.NOT_FOUND),
    METHOD_NOT_ALLOWED("method-not-allowed", "Method not allowed", HttpStatus.METHOD_NOT_ALLOWED),
    NOT_ACCEPTABLE("not-acceptable", "Not acceptable", HttpStatus.NOT_ACCEPTABLE),
    REQUEST_TIMEOUT("request-timeout", "Request timed out", HttpStatus.REQUEST_TIMEOUT),
    PAYLOAD_TOO_LARGE("payload-too-large", "Payload too large", HttpStatus.CONTENT_TOO_LARGE),
    URI_TOO_LONG("uri-too-long", "URI too long", HttpStatus.URI_TOO_LONG),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", "Unsupported media type", HttpStatus.UNSUPPORTED_MEDIA_TYPE),
    IDEMPOTENCY_KEY_REUSED("idempotency-key-reused", "Idempotency key reused", HttpStatus.UNPROCESSABLE_CONTENT),
    TOO_MANY_REQUESTS("too-many-requests", "Too many requests", HttpStatus.TOO_MANY_REQUESTS),
    HEADERS_TOO_LARGE("headers-too-large", "Header fields too large", HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    INTERNAL_ERROR("internal-error", "Internal error", HttpStatus.INTERNAL_SERVER_ERROR),
    BACKEND_FAILED("backend-failed", "Backend failed", HttpStatus.BAD_GATEWAY),
    UNUSABLE_VALUE("unusable-value", "Needed value unusable", HttpStatus.BAD_GATEWAY),
    BACKEND_BUSY("backend-busy", "Backend busy", HttpStatus.SERVICE_UNAVAILABLE),
    OVERLOADED("overloaded", "Overloaded", HttpStatus.SERVICE_UNAVAILABLE),
    UNAVAILABLE("unavailable", "Unavailable", HttpStatus.SERVICE_UNAVAILABLE),
    BACKEND_TIMEOUT("backend-timeout", "Backend timed out", HttpStatus.GATEWAY_TIMEOUT),
    DEADLINE_EXCEEDED("deadline-exceeded", "Deadline exceeded", HttpStatus.GATEWAY_TIMEOUT),
    LOOP_DETECTED("loop-detected", "Loop detected", HttpStatus.LOOP_DETECTED);

    private static final String PREFIX = "urn:drone-delivery:problem:";

    private final String slug;
    private final String title;
    private final HttpStatus status;
    private final URI uri;

    ProblemType(String slug, String title, HttpStatus status) {
        this.slug = slug;
        this.title = title;
        this.status = status;
        this.uri = URI.create(PREFIX + slug);
    }

    /** The last segment of the {@code type} URI, such as {@code backend-timeout}; also the value of metric tags. */
    public String slug() {
        return slug;
    }

    /** One short line for a human, the same for every occurrence. */
    public String title() {
        return title;
    }

    public HttpStatus status() {
        return status;
    }

    /** The {@code type} member, such as {@code urn:drone-delivery:problem:backend-timeout}. */
    public URI uri() {
        return uri;
    }

    /** Whether the same request may succeed later as it is, because something that it needs is unavailable or too busy. */
    public boolean isTemporary() {
        return switch (status) {
            case TOO_MANY_REQUESTS, BAD_GATEWAY, SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT -> true;
            default -> false;
        };
    }

    /** Whether a problem's type is one of this product's, independent of the problem's creator. */
    static boolean isOurs(URI type) {
        return type.toString().startsWith(PREFIX);
    }

    /** The type that a bare status stands for, or null when it stands for none of them. */
    static @Nullable ProblemType ofStatus(int status) {
        return switch (status) {
            case 400 -> INVALID_REQUEST;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 408 -> REQUEST_TIMEOUT;
            case 413 -> PAYLOAD_TOO_LARGE;
            case 414 -> URI_TOO_LONG;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 429 -> TOO_MANY_REQUESTS;
            case 431 -> HEADERS_TOO_LARGE;
            case 500 -> INTERNAL_ERROR;
            case 502 -> BACKEND_FAILED;
            case 503 -> UNAVAILABLE;
            case 504 -> BACKEND_TIMEOUT;
            case 508 -> LOOP_DETECTED;
            default -> null;
        };
    }
}
