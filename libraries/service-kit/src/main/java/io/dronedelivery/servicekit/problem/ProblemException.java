package io.dronedelivery.servicekit.problem;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A failure with the answer that the caller gets for it.
 *
 * <p>It has no stack trace: it is an answer and not a bug, and a burst of refusals must stay cheap. Its cause, if there is one, keeps its trace
 * and is what the log shows.
 */
public class ProblemException extends ErrorResponseException {

    static final String NOTHING_HERE = "There is nothing at this path.";

    private static final String ERRORS = "errors";

    private final ProblemType type;
    private final List<FieldError> errors = new ArrayList<>(1);
    private boolean logged;

    private ProblemException(ProblemType type, String detail, @Nullable Throwable cause) {
        super(type.status(), body(type, detail), cause);
        this.type = type;
    }

    /**
     * @param type the kind of failure
     * @param detail what happened this time, in words for the caller; it must not reveal internals
     */
    public static ProblemException of(ProblemType type, String detail) {
        return new ProblemException(type, detail, null);
    }

    public static ProblemException of(ProblemType type, String detail, Throwable cause) {
        return new ProblemException(type, detail, cause);
    }

    /** An {@link ProblemType#INVALID_REQUEST} that names the field: its detail is {@code "<field> <message>"}. */
    public static ProblemException invalid(String field, String message) {
        return of(ProblemType.INVALID_REQUEST, field + " " + message).field(field, message);
    }

    /** The answer for a resource that does not exist, or that the caller may not know of: both look alike. */
    public static ProblemException nothingHere() {
        return of(ProblemType.NOT_FOUND, NOTHING_HERE);
    }

    /** Adds a further member to the problem. */
    public ProblemException with(String key, Object value) {
        getBody().setProperty(key, value);
        return this;
    }

    /** Names the field at fault in {@code errors}, with the detail as its message. */
    public ProblemException field(String name) {
        String detail = getBody().getDetail();
        return field(name, detail == null ? type.title() : detail);
    }

    /** Names a field at fault in {@code errors}; may be called for each of several. */
    public ProblemException field(String name, String message) {
        errors.add(new FieldError(name, message));
        return with(ERRORS, errors);
    }

    /** Sets Retry-After; the header counts whole seconds, so the time is rounded up and is at least one. */
    public ProblemException retryAfter(Duration wait) {
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        return header(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }

    public ProblemException header(String name, String value) {
        getHeaders().set(name, value);
        return this;
    }

    /** Marks the failure as logged, as one of many: no line is written for this request. */
    public ProblemException alreadyLogged() {
        logged = true;
        return this;
    }

    public boolean isAlreadyLogged() {
        return logged;
    }

    public ProblemType type() {
        return type;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    private static ProblemDetail body(ProblemType type, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(type.status(), detail);
        body.setType(type.uri());
        body.setTitle(type.title());
        return body;
    }
}
