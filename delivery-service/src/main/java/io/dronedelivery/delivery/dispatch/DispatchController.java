package io.dronedelivery.delivery.dispatch;

import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchStatus;
import io.dronedelivery.servicekit.security.Access;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The dispatcher's status. */
@RestController
class DispatchController {

    private final BoundedDispatcher dispatcher;

    DispatchController(BoundedDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Access("scope:operations")
    @GetMapping("/api/dispatch/status")
    DispatchStatus status() {
        return dispatcher.status();
    }
}
