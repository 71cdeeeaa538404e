package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.handler.codec.http.HttpHeaders;

/** Who makes a call: it knows what is particular to the call. */
public interface CallMaker {

    /** Adds the further headers of the request, the position in the trace among them, once a connection is there. */
    void addTo(HttpHeaders headers);

    /**
     * Begins the span of the call.
     *
     * @param uri path and query of the request
     */
    CallSpan beginSpan(String uri);
}
