package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a call's end says about the backend's health. */
public enum Verdict {
    /** The backend works. A refused request (4xx) counts as this, too. */
    SUCCESS,
    /** The backend has failed. */
    FAILURE,
    /** The backend asked to retry later. That says nothing about whether it works, but others of its instances may have room. */
    BUSY,
    /** The call says nothing about the backend: it was cancelled, never reached it or had too little time. */
    NONE;

    /**
     * The verdict on a complete answer, the same for parts, forwards and streams since they share a circuit.
     *
     * @param failure why the answer is not accepted, null when it is
     * @param shortened whether the backend had less time than its settings give it
     */
    public static Verdict of(BackendResponse response, @Nullable BackendFailure failure, boolean shortened) {
        if (failure instanceof TimedOut) {
            return shortened ? NONE : FAILURE;
        }
        int status = response.status();
        boolean asksToWait = status == 429 || status == 503 && response.retryAfter() != null;
        if (asksToWait) {
            return BUSY;
        }
        if (status == 408) {
            return NONE;
        }
        // A refusal is an answer; the caller or the settings have to change.
        boolean refusal = status >= 400 && status <= 499;
        return refusal || failure == null && status < 500 ? SUCCESS : FAILURE;
    }

    /** The verdict on a call without a complete answer. The gateway's own lack of connections or memory says nothing about the backend. */
    public static Verdict of(BackendFailure failure) {
        return failure instanceof Busy ? NONE : FAILURE;
    }

    public void tell(CircuitBreaker breaker, long nanos, @Nullable BackendFailure failure) {
        switch (this) {
            case SUCCESS -> breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
            case FAILURE -> breaker.onError(nanos, TimeUnit.NANOSECONDS, new FailedCall(failure));
            case BUSY, NONE -> breaker.releasePermission();
        }
    }

    /** The breaker wants an exception; its listeners see the reason in it. */
    private static final class FailedCall extends RuntimeException {
        FailedCall(@Nullable BackendFailure failure) {
            super(failure == null ? "timed out" : failure.reason(), null, false, false);
        }
    }
}
