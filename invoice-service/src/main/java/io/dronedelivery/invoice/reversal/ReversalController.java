package io.dronedelivery.invoice.reversal;

import io.dronedelivery.plaintext.PlainText;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Identifier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Reverses invoice lines, for operators. A call may be repeated. */
@RestController
@Access("scope:billing")
final class ReversalController {

    private static final int LONGEST_REASON = 500;

    private final Reversals reversals;

    ReversalController(Reversals reversals) {
        this.reversals = reversals;
    }

    record ReversalRequest(@Nullable String why) {}

    @PostMapping("/internal/lines/{deliveryId}/reversal")
    Mono<Reversal> reverse(
            @PathVariable @Identifier String deliveryId, @RequestBody ReversalRequest request, Caller caller) {
        String why = request.why();
        if (why == null || why.isBlank() || why.length() > LONGEST_REASON || !PlainText.isPlain(why)) {
            throw ProblemException.invalid(
                    "why", "must say why, in 1 to " + LONGEST_REASON + " characters without line breaks");
        }
        return reversals
                .reverse(deliveryId, why, caller.subject())
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "No invoice has a line of the delivery '" + deliveryId + "'.")));
    }
}
