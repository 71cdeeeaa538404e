package io.dronedelivery.gateway.backend;

/** Learns how a call ends: exactly one of the two, once, unless the call is cancelled. On any thread, also within the start. */
public interface CallListener {

    /** @param body exactly one JSON value, as the backend sent it */
    void succeeded(byte[] body);

    /** @param failure why there is no value */
    void failed(BackendFailure failure);
}
