package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The answers to operators for failed calls: problem details (RFC 9457) with the types that all services use. */
final class DeadLetterProblems {

    private static final String PREFIX = "urn:drone-delivery:problem:";
    private static final String AGAIN_IN_SECONDS = "5";

    private DeadLetterProblems() {}

    /** A field of the request is wrong; the message says what is allowed. */
    static ErrorResponseException invalid(String field, String message) {
        ErrorResponseException problem =
                of(HttpStatus.BAD_REQUEST, "invalid-request", "Invalid request", field + " " + message);
        problem.getBody().setProperty("errors", List.of(Map.of("field", field, "message", message)));
        return problem;
    }

    static ErrorResponseException notFound(String detail) {
        return of(HttpStatus.NOT_FOUND, "not-found", "Not found", detail);
    }

    /** Other work is under way that conflicts with the call. */
    static ErrorResponseException conflict(String detail) {
        return of(HttpStatus.CONFLICT, "conflict", "Conflict", detail);
    }

    /** The answer for a failure; an unforeseen failure is returned as it is. */
    static Throwable of(Throwable failure) {
        if (failure instanceof BrokerUnavailableException || failure instanceof RejectedExecutionException) {
            ErrorResponseException problem = of(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "unavailable",
                    "Unavailable",
                    "The broker could not be asked: " + failure.getMessage());
            problem.getHeaders().set(HttpHeaders.RETRY_AFTER, AGAIN_IN_SECONDS);
            return problem;
        }
        if (failure instanceof TimeoutException) {
            return of(
                    HttpStatus.GATEWAY_TIMEOUT,
                    "deadline-exceeded",
                    "Deadline exceeded",
                    "The broker has not answered in time (messaging.dead-letters.timeout). What was asked for may have been done;"
                            + " asking again is safe.");
        }
        if (failure instanceof OutOfReachException) {
            return conflict(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof InvalidEventException || failure instanceof EventTooLargeException) {
            return of(
                    HttpStatus.BAD_REQUEST, "invalid-request", "Invalid request", String.valueOf(failure.getMessage()));
        }
        return failure;
    }

    private static ErrorResponseException of(HttpStatus status, String slug, String title, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        body.setType(URI.create(PREFIX + slug));
        body.setTitle(title);
        return new ErrorResponseException(status, body, null);
    }
}
