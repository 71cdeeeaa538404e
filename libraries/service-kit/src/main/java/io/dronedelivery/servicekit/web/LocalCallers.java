package io.dronedelivery.servicekit.web;

import java.net.InetSocketAddress;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponseException;

/** What operators and experiments may do on the same machine, and nobody from elsewhere. */
public final class LocalCallers {

    private LocalCallers() {}

    /** @throws ErrorResponseException 403 when the caller's connection does not come from this machine */
    public static void require(ServerHttpRequest request) {
        InetSocketAddress caller = request.getRemoteAddress();
        if (caller == null
                || caller.getAddress() == null
                || !caller.getAddress().isLoopbackAddress()) {
            ProblemDetail problem =
                    ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, "Only callers on this machine may do this.");
            problem.setType(URI.create("urn:drone-delivery:problem:forbidden"));
            throw new ErrorResponseException(HttpStatus.FORBIDDEN, problem, null);
        }
    }
}
