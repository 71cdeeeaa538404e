package io.dronedelivery.delivery.outbox;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Lists outboxes that cannot be read or sent, for operators. */
@RestController
@Access("scope:reconciliation")
class SetAsideController {

    private static final String PATH = "/internal/outbox/set-aside";

    private final DeliveryStore deliveries;

    SetAsideController(DeliveryStore deliveries) {
        this.deliveries = deliveries;
    }

    /**
     * @param outboxes in no particular order
     * @param next the value of {@code after} for the following page; absent on the last page
     */
    record SetAsidePage(
            List<SetAsideOutbox> outboxes, @Nullable String next) {}

    /**
     * An outbox that was set aside.
     *
     * @param reason why it was set aside
     * @param setAsideAt time by the database's clock
     */
    record SetAsideOutbox(String id, String ownerId, String reason, Instant setAsideAt) {

        static SetAsideOutbox of(JsonNode document) {
            return new SetAsideOutbox(
                    document.path("id").asString(""),
                    document.path("ownerId").asString(""),
                    document.path("reason").asString(""),
                    Instant.ofEpochSecond(document.path("_ts").asLong(0)));
        }
    }

    @GetMapping(PATH)
    Mono<SetAsidePage> list(
            @RequestParam(name = "limit", defaultValue = "100") @Min(1) @Max(1000) int limit,
            @RequestParam(name = "after", required = false) @Nullable String after) {
        return deliveries
                .setAside(limit, after == null || after.isBlank() ? null : after)
                .onErrorMap(
                        IllegalArgumentException.class,
                        wrong -> ProblemException.invalid("after", "must be the \"next\" of an earlier page"))
                .map(page -> new SetAsidePage(
                        page.documents().stream().map(SetAsideOutbox::of).toList(), page.continuation()));
    }

    /** Has the relay retry an outbox, after an operator has repaired the document or a new release can read it. */
    @PostMapping(PATH + "/retry")
    Mono<Void> retry(@RequestParam("ownerId") String ownerId, @RequestParam("id") String id) {
        return deliveries
                .retry(ownerId, id)
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "No outbox '" + id + "' of the owner '" + ownerId + "' is set aside.")))
                .then();
    }
}
