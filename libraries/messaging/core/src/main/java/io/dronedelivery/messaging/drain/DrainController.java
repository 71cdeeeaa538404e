package io.dronedelivery.messaging.drain;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * The drain as an API. It answers 200 when all is done, 504 when the drain continues after the timeout, and 500 when a part failed. The
 * call may be repeated. The operators' filter of service-kit decides who may call it.
 */
@RestController
final class DrainController {

    private final Drain drain;
    private final DrainProperties properties;

    DrainController(Drain drain, DrainProperties properties) {
        this.drain = drain;
        this.properties = properties;
    }

    @PostMapping("/internal/drain")
    Mono<ResponseEntity<DrainReport>> drain() {
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
}
