package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The answer to a request whose call to a backend failed. */
public final class BackendProblem {

    private BackendProblem() {}

    /**
     * The kind of problem, also for metrics.
     *
     * @param limitedByCaller whether the call had less time than it may take because the caller's deadline was shorter
     */
    public static ProblemType type(BackendFailure failure, boolean limitedByCaller) {
        return failure instanceof TimedOut && limitedByCaller ? ProblemType.DEADLINE_EXCEEDED : failure.type();
    }

    /**
     * @param backend which is named in the answer
     * @param limitedByCaller whether the call had less time than it may take because the caller's deadline was shorter
     * @param detail what happened, in words for the caller
     */
    public static ErrorResponseException of(
            Backend backend, BackendFailure failure, boolean limitedByCaller, String detail) {
        ErrorResponseException problem = failure instanceof Refused refused
                ? refusal(refused, detail)
                : failure(failure, type(failure, limitedByCaller), detail);
        problem.getBody().setProperty("backend", backend.name());
        return problem;
    }

    /** The title of a refusal without a separate type: the reason phrase of the status. */
    public static String title(Refused refused) {
        return HttpResponseStatus.valueOf(refused.status()).reasonPhrase();
    }

    /** A copy for another request; later changes of one do not appear in the other. */
    public static ErrorResponseException copyOf(ErrorResponseException problem) {
        ProblemDetail body = problem.getBody();
        ErrorResponseException copy = problem instanceof ProblemException typed
                ? copyOf(typed)
                : new ErrorResponseException(
                        problem.getStatusCode(),
                        withTitle(problem.getStatusCode(), body.getDetail(), body.getTitle()),
                        problem.getCause());
        if (body.getProperties() != null) {
            body.getProperties().forEach(copy.getBody()::setProperty);
        }
        copy.getHeaders().putAll(problem.getHeaders());
        return copy;
    }

    private static ProblemException copyOf(ProblemException problem) {
        String detail = String.valueOf(problem.getBody().getDetail());
        ProblemException copy = problem.getCause() == null
                ? ProblemException.of(problem.type(), detail)
                : ProblemException.of(problem.type(), detail, problem.getCause());
        return problem.isAlreadyLogged() ? copy.alreadyLogged() : copy;
    }

    private static ProblemException failure(BackendFailure failure, ProblemType type, String detail) {
        ProblemException problem = failure instanceof Failed failed && failed.cause() != null
                ? ProblemException.of(type, detail, failed.cause())
                : ProblemException.of(type, detail);
        if (failure instanceof Busy busy) {
            problem.retryAfter(busy.retryAfter());
            busy.facts().forEach(problem::with);
            if (busy.refusedByLimit()) {
                problem.alreadyLogged();
            }
        }
        return problem;
    }

    /**
     * A status without a type of this product gets {@code about:blank}, which means that the status says everything.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9457#section-4.2.1">RFC 9457, section 4.2.1, about:blank</a>
     */
    private static ErrorResponseException refusal(Refused refused, String detail) {
        ErrorResponseException problem =
                refused.hasOwnType() ? ProblemException.of(refused.type(), detail) : withoutType(refused, detail);
        refused.headers().forEach(problem.getHeaders()::set);
        return problem;
    }

    private static ErrorResponseException withoutType(Refused refused, String detail) {
        HttpStatus status = HttpStatus.valueOf(refused.status());
        return new ErrorResponseException(status, withTitle(status, detail, title(refused)), null);
    }

    private static ProblemDetail withTitle(HttpStatusCode status, @Nullable String detail, @Nullable String title) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        body.setTitle(title);
        return body;
    }
}
