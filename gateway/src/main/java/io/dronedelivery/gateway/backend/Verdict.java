package io.dronedelivery.gateway.backend;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a call's end says about the backend's health. */
enum Verdict {
    /** It works, whatever it answered. */
    SUCCESS,
    /** It does not. */
    FAILURE,
    /** Nothing: the call was given up, or never reached it, or it asked for patience. */
    NONE;

    void tell(CircuitBreaker breaker, long nanos, @Nullable BackendFailure failure) {
        switch (this) {
            case SUCCESS -> breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
            case FAILURE -> breaker.onError(nanos, TimeUnit.NANOSECONDS, new FailedCall(failure));
            case NONE -> breaker.releasePermission();
        }
    }

    /** The breaker wants an exception; its listeners see the reason in it. */
    private static final class FailedCall extends RuntimeException {
        FailedCall(@Nullable BackendFailure failure) {
            super(failure == null ? "timed out" : failure.reason(), null, false, false);
        }
    }
}
