package io.dronedelivery.delivery.dispatch;

import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchStatus;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.security.Access;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Sends messages of no further use, so that operators can observe the way to the broker under load. Exists only where it is enabled, as in
 * the local stack, because it changes the dispatcher for all its users.
 */
@RestController
@ConditionalOnProperty("delivery.dispatch-load.enabled")
class DispatchLoadController {

    private final BoundedDispatcher dispatcher;
    private final SyntheticMessages messages = new SyntheticMessages();
    private final NewFailures failures = new NewFailures();

    DispatchLoadController(BoundedDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /**
     * Queues synthetic messages without waiting for them to be sent.
     *
     * @param count number of messages
     * @param concurrency new limit of messages in flight; unchanged when absent
     * @return the dispatcher's state before
     */
    @Access("scope:operations")
    @PostMapping("/api/dispatch/messages")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Produced produce(
            @RequestParam(name = "count", defaultValue = "8") @Min(1) @Max(1000) int count,
            @RequestParam(name = "concurrency", required = false)
                    @Min(1)
                    @Max(BoundedDispatcher.MOST_IN_FLIGHT)
                    @Nullable
                    Integer concurrency) {
        if (concurrency != null) {
            dispatcher.concurrency(concurrency);
        }
        try (Admission admission = admit(count)) {
            DispatchStatus before = dispatcher.status();
            admission.enqueue(messages.next(count));
            return new Produced(count, before.queued(), before.inflight(), before.concurrency(), failures.of(before));
        }
    }

    private Admission admit(int count) {
        try {
            return dispatcher.admit(count);
        } catch (IllegalArgumentException tooMany) {
            throw ProblemException.invalid("count", "is more than the queue holds (messaging.dispatch.capacity)");
        }
    }
}
