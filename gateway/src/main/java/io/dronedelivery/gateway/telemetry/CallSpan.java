package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The span of one call to a backend. Ending it again changes nothing. */
public sealed interface CallSpan permits RecordedCall, UnrecordedCall {

    /** The span of every call whose trace is not recorded. */
    CallSpan NONE = new UnrecordedCall();

    /** Writes the headers that make the backend's span a child of this one. */
    void writeTo(HttpHeaders call);

    /** The call has waited for its place at the backend's limit, before this span began. */
    void waited(long nanos);

    /** The request is sent a second time, because its connection was closed before any byte of the answer. */
    void sentAgain();

    /** The backend has answered, and the answer was accepted. */
    void answered(int status);

    /**
     * There is no answer, or it was not accepted.
     *
     * @param reason what happened
     * @param cause the exception behind it, null when there is none
     * @param status of the backend's answer, 0 when none has come
     */
    void failed(ProblemType type, String reason, @Nullable Throwable cause, int status);

    /** The answer is no longer needed. */
    void abandoned();
}
