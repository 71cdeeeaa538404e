package io.dronedelivery.messaging.deadletter;

import jakarta.annotation.security.RolesAllowed;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The dead letters of a service, for operators. Dead letters contain customers' data, so access requires a separate scope. Every call may
 * be repeated.
 */
@RestController
@RequestMapping(DeadLetterController.PATH)
@RolesAllowed(DeadLetterController.SCOPE)
final class DeadLetterController {

    static final String PATH = "/internal/dead-letters";

    /** The scope that a caller's token needs. */
    static final String SCOPE = "dead-letters";

    private static final String NOBODY_ASKED = "an operator";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final DeadLetterDesk desk;

    DeadLetterController(DeadLetterDesk desk) {
        this.desk = desk;
    }

    /** The number of waiting dead letters of each subscription. */
    @GetMapping
    Mono<List<DeadLetterDesk.WaitingCount>> counts() {
        return desk.counts();
    }

    /** A page of the waiting dead letters. */
    @GetMapping("/{subscription}")
    Mono<DeadLetterList> page(
            @PathVariable("subscription") String subscription, @RequestParam Map<String, String> parameters) {
        DeadLetterRequests.Listing listing = DeadLetterRequests.listing(parameters);
        return desk.page(subscription, listing.filter(), listing.after(), listing.limit())
                .map(page -> new DeadLetterList(
                        page.letters().stream().map(DeadLetterSummary::of).toList(), page.next(), page.scanned()));
    }

    /** One complete dead letter. */
    @GetMapping("/{subscription}/{id}")
    Mono<Whole> show(@PathVariable("subscription") String subscription, @PathVariable("id") String id) {
        return desk.find(subscription, id).map(Whole::of);
    }

    @PostMapping("/{subscription}/{id}/resend")
    Mono<Handled> resend(
            @PathVariable("subscription") String subscription,
            @PathVariable("id") String id,
            ServerWebExchange exchange) {
        return as(exchange, by -> desk.resend(subscription, id, by))
                .map(letter -> Handled.of(letter, DeadLetterNote.RESENT));
    }

    @PostMapping("/{subscription}/{id}/mend")
    Mono<Handled> mend(
            @PathVariable("subscription") String subscription,
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            ServerWebExchange exchange) {
        Mending mending = DeadLetterRequests.mending(body);
        return as(exchange, by -> desk.mend(subscription, id, mending, by))
                .map(letter -> Handled.of(letter, DeadLetterNote.MENDED));
    }

    @PostMapping("/{subscription}/{id}/discard")
    Mono<Handled> discard(
            @PathVariable("subscription") String subscription,
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            ServerWebExchange exchange) {
        String why = DeadLetterRequests.why(body);
        return as(exchange, by -> desk.discard(subscription, id, why, by))
                .map(letter -> Handled.of(letter, DeadLetterNote.DISCARDED));
    }

    /** Starts a job that sends many dead letters again. */
    @PostMapping("/{subscription}/resends")
    Mono<ResponseEntity<ResendJob.ResendProgress>> resendAll(
            @PathVariable("subscription") String subscription,
            @RequestBody(required = false) byte @Nullable [] body,
            ServerWebExchange exchange) {
        DeadLetterRequests.Resending resending = DeadLetterRequests.resending(body);
        return as(
                        exchange,
                        by -> Mono.fromSupplier(
                                () -> desk.resendAll(subscription, resending.filter(), resending.rate(), by)))
                .map(job -> ResponseEntity.accepted()
                        .location(URI.create(PATH + "/" + subscription + "/resends/" + job.id()))
                        .body(job));
    }

    /** The jobs of this instance. */
    @GetMapping("/{subscription}/resends")
    Mono<List<ResendJob.ResendProgress>> jobs(@PathVariable("subscription") String subscription) {
        return Mono.fromSupplier(() -> desk.jobs(subscription));
    }

    @GetMapping("/{subscription}/resends/{job}")
    Mono<ResendJob.ResendProgress> job(
            @PathVariable("subscription") String subscription, @PathVariable("job") String job) {
        return Mono.fromSupplier(() -> desk.job(subscription, job));
    }

    /** Stops a job; events that it has sent stay sent. */
    @DeleteMapping("/{subscription}/resends/{job}")
    Mono<ResendJob.ResendProgress> stop(
            @PathVariable("subscription") String subscription, @PathVariable("job") String job) {
        return Mono.fromSupplier(() -> desk.stop(subscription, job));
    }

    private static <T> Mono<T> as(ServerWebExchange exchange, Function<String, Mono<T>> work) {
        return exchange.getPrincipal()
                .map(Principal::getName)
                .defaultIfEmpty(NOBODY_ASKED)
                .flatMap(work);
    }

    /**
     * @param next the value of {@code after} for the next page; null at the end
     * @param scanned how many dead letters were checked
     */
    record DeadLetterList(
            List<DeadLetterSummary> letters, @Nullable String next, int scanned) {}

    record DeadLetterSummary(
            String id,
            String eventId,
            String type,
            @Nullable String key,
            String reason,
            String description,
            Instant at,
            @Nullable Integer attempts,
            String origin,
            int dataBytes) {

        static DeadLetterSummary of(WaitingDeadLetter letter) {
            return new DeadLetterSummary(
                    letter.id(),
                    letter.eventId(),
                    letter.type(),
                    letter.key(),
                    letter.reason(),
                    letter.description(),
                    letter.at(),
                    letter.attempts(),
                    letter.origin(),
                    letter.dataBytes());
        }
    }

    /**
     * @param data when it is JSON, otherwise null
     * @param text when it is text and no JSON, otherwise null
     * @param base64 when it is neither, otherwise null
     */
    record Whole(
            DeadLetterSummary letter,
            Map<String, String> attributes,
            Map<String, String> headers,
            @Nullable JsonNode data,
            @Nullable String text,
            @Nullable String base64,
            int omittedBytes) {

        static Whole of(WaitingDeadLetter letter) {
            JsonNode json = json(letter.data());
            String text = json == null ? text(letter.data()) : null;
            return new Whole(
                    DeadLetterSummary.of(letter),
                    letter.attributes(),
                    letter.headers(),
                    json,
                    text,
                    json == null && text == null ? Base64.getEncoder().encodeToString(letter.data()) : null,
                    letter.omittedBytes());
        }

        private static @Nullable JsonNode json(byte[] data) {
            try {
                return data.length == 0 ? null : JSON.readTree(data);
            } catch (JacksonException e) {
                return null;
            }
        }

        private static @Nullable String text(byte[] data) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(data))
                        .toString();
            } catch (CharacterCodingException e) {
                return null;
            }
        }
    }

    /** @param what {@code resent}, {@code mended} or {@code discarded} */
    record Handled(String id, String eventId, String type, String what) {

        static Handled of(WaitingDeadLetter letter, String what) {
            return new Handled(letter.id(), letter.eventId(), letter.type(), what);
        }
    }
}
