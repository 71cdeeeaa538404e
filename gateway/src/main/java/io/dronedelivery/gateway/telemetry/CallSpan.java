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

    /** This call is the second attempt of another one, whose answer takes long. */
    void hedge();

    /** The request is sent a second time, because the first attempt has failed. */
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

    /** The other attempt of the same call was answered first. */
    void outrun();

    /** The answer is no longer needed. */
    void abandoned();
}
