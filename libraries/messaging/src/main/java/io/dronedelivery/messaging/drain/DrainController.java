package io.dronedelivery.messaging.drain;

import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The drain as an API: 200 when all is done, 504 while it goes on after the time, 500 when a part failed. May be asked again. */
@RestController
final class DrainController {

    private final Drain drain;
    private final DrainProperties properties;

    DrainController(Drain drain, DrainProperties properties) {
        this.drain = drain;
        this.properties = properties;
    }

    @PostMapping("/internal/drain")
    Mono<ResponseEntity<DrainReport>> drain(ServerHttpRequest request) {
        if (!properties.remote() && !isLoopback(request.getRemoteAddress())) {
            throw forbidden();
        }
        return drain.within(properties.timeout())
                .map(report -> ResponseEntity.status(statusOf(report)).body(report));
    }

    private static HttpStatus statusOf(DrainReport report) {
        return switch (report.status()) {
            case DRAINED -> HttpStatus.OK;
            case DRAINING -> HttpStatus.GATEWAY_TIMEOUT;
            case FAILED -> HttpStatus.INTERNAL_SERVER_ERROR;
        };
    }

    private static boolean isLoopback(@Nullable InetSocketAddress caller) {
        return caller != null
                && caller.getAddress() != null
                && caller.getAddress().isLoopbackAddress();
    }

    private static ErrorResponseException forbidden() {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.FORBIDDEN, "Only callers on this machine may drain it (messaging.drain.remote).");
        problem.setType(URI.create("urn:drone-delivery:problem:forbidden"));
        return new ErrorResponseException(HttpStatus.FORBIDDEN, problem, null);
    }
}
