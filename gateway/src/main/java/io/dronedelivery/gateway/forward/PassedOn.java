package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.backend.call.CallOrigin;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.dronedelivery.servicekit.security.Caller;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the request for a forward adds to its call.
 *
 * @param names of the headers that are passed on
 * @param values of these, null for one that the request does not have
 * @param caller who asks, null when they were not asked who they are
 * @param via the way that the request has come, null when there is nothing to add
 * @param room for the answer
 */
record PassedOn(
        Backend backend,
        CallDescription description,
        List<AsciiString> names,
        List<@Nullable List<String>> values,
        @Nullable Caller caller,
        RequestTrace trace,
        @Nullable ReceivedVia via,
        RequestRoom room)
        implements CallOrigin {

    @Override
    public void addTo(HttpHeaders call) {
        trace.writeTo(call);
        backend.passToken(caller, call);
        for (int i = 0; i < values.size(); i++) {
            List<String> sent = values.get(i);
            if (sent != null) {
                call.set(names.get(i), sent);
            }
        }
        if (via != null) {
            via.addTo(call);
        }
    }

    @Override
    public CallSpan beginSpan(String uri) {
        return trace.begin(description, uri);
    }
}
