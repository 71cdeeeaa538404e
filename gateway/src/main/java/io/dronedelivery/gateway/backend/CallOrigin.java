package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.handler.codec.http.HttpHeaders;

/** What a call is made for: it adds what is particular to its request, on the connection's event loop. */
public interface CallOrigin {

    /** Adds the further headers of the request, the position in the trace among them, once a connection is there. */
    void addTo(HttpHeaders headers);

    /**
     * Begins the span of the call.
     *
     * @param uri path and query of the request
     */
    CallSpan beginSpan(String uri);
}
