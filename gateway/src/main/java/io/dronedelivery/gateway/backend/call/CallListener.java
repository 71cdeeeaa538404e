package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendResponse;

/**
 * Receives the end of a call: exactly one of the two methods is called once, unless the call is cancelled. Any thread may call it, also while
 * the call is being started.
 */
public interface CallListener {

    /** @param response complete, and of the kind that was expected */
    void succeeded(BackendResponse response);

    /** @param failure why there is no such response */
    void failed(BackendFailure failure);
}
