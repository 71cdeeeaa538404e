package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.handler.codec.http.HttpHeaders;

/** The request that a call is made for. It adds its own headers, on the event loop of the backend's connection. */
public interface CallOrigin {

    /** For the answer. */
    RequestRoom room();

    /** Adds the passed-on headers and the position in the trace. Called when the call has its connection. */
    void addTo(HttpHeaders headers);

    /**
     * Begins the span of the call.
     *
     * @param uri path and query of the request
     */
    CallSpan beginSpan(String uri);
}
