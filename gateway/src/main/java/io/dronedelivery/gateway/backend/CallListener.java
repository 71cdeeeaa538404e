package io.dronedelivery.gateway.backend;

/** Learns how a call ends: exactly one of the two, once, unless the call is cancelled. On any thread, also within the start. */
public interface CallListener {

    /** @param response complete, and of the kind that was expected */
    void succeeded(BackendResponse response);

    /** @param failure why there is no such response */
    void failed(BackendFailure failure);
}
