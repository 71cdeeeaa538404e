package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.trace.TraceParent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.channel.AbortedException;
import reactor.util.context.ContextView;

/** A service with nothing but its edge. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class EdgeApplication {

    /** More bytes than the system buffers for a client that does not read. */
    static final int LARGE = 32 << 20;

    /** Holds an answer back until a test lets it go. */
    static class Gate {

        private final Sinks.One<String> passage = Sinks.one();

        boolean isWaitedFor() {
            return waiting() > 0;
        }

        int waiting() {
            return passage.currentSubscriberCount();
        }

        void open() {
            passage.tryEmitValue("through");
        }
    }

    @Bean
    Gate gate() {
        return new Gate();
    }

    @Bean
    LateAnswer lateAnswer() {
        return new LateAnswer();
    }

    @RestController
    @Access("public")
    static class Handlers {

        private final List<String> wholeBodies = new CopyOnWriteArrayList<>();
        private final Gate gate;
        private final LateAnswer lateAnswer;

        Handlers(Gate gate, LateAnswer lateAnswer) {
            this.gate = gate;
            this.lateAnswer = lateAnswer;
        }

        @GetMapping({"/gate", "/internal/gate"})
        Mono<String> gate() {
            return gate.passage.asMono();
        }

        @GetMapping("/echo/{text}")
        Mono<String> echo(@PathVariable("text") String text) {
            return Mono.just(text);
        }

        @GetMapping("/months/{month}")
        Map<String, Object> month(
                @PathVariable("month") @Min(1) @Max(12) int month,
                @RequestParam("owner") @Pattern(regexp = "[a-z]+", message = "must be letters") String owner) {
            return Map.of("month", month, "owner", owner);
        }

        /** Begins its answer at once, and ends it when the deadline has passed. */
        @GetMapping(path = "/long-answer", produces = MediaType.TEXT_PLAIN_VALUE)
        Flux<DataBuffer> longAnswer(ServerWebExchange exchange) {
            DataBufferFactory buffers = exchange.getResponse().bufferFactory();
            return Flux.deferContextual(context -> Flux.concat(
                            Mono.just("begun, "), Mono.just("ended").delaySubscription(afterDeadline(context))))
                    .map(text -> buffers.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }

        private static Mono<Long> afterDeadline(ContextView context) {
            return Mono.delay(
                    Deadline.remainingUpTo(Duration.ofMinutes(1), context).plusMillis(50));
        }

        @GetMapping("/late-answer")
        Mono<Void> lateAnswer(ServerWebExchange exchange) {
            return lateAnswer.answer(exchange.getResponse());
        }

        @GetMapping("/after/{millis}")
        Mono<String> after(@PathVariable("millis") int millis) {
            return Mono.delay(Duration.ofMillis(millis)).thenReturn("whole");
        }

        @GetMapping("/context")
        Mono<Map<String, Object>> context() {
            return Mono.deferContextual(context -> {
                Duration remaining = Deadline.remaining(context);
                TraceParent trace = TraceParent.current(context);
                return Mono.just(Map.of(
                        "trace",
                        trace == null ? "" : trace.header(),
                        "deadlineMs",
                        remaining == null ? -1 : remaining.toMillis()));
            });
        }

        @GetMapping("/headers")
        Mono<String> headers(@RequestHeader Map<String, String> headers) {
            return Mono.just(headers.toString());
        }

        /** The client, as the application sees it. */
        @GetMapping("/address")
        Mono<String> address(ServerWebExchange exchange) {
            return Mono.justOrEmpty(exchange.getRequest().getRemoteAddress())
                    .map(address -> address.getAddress().getHostAddress());
        }

        /** Where the request was sent to, as the application sees it. */
        @GetMapping("/uri")
        Mono<String> uri(ServerWebExchange exchange) {
            return Mono.just(exchange.getRequest().getURI().toString());
        }

        @GetMapping({"/never", "/internal/never"})
        Mono<String> never() {
            return Mono.never();
        }

        @GetMapping("/bug")
        Mono<String> bug() {
            return Mono.error(new IllegalStateException("secret of the inside"));
        }

        /** An answer of the application that looks like one of the server's own. */
        @GetMapping("/bare/{status}")
        ResponseEntity<Void> bare(@PathVariable("status") int status) {
            return ResponseEntity.status(status).header("Retry-After", "7").build();
        }

        /** Receives a body to its end; what it received is at {@link #wholeBodies()}. */
        @PostMapping("/bodies")
        Mono<String> body(ServerWebExchange exchange) {
            return DataBufferUtils.join(exchange.getRequest().getBody())
                    .map(body -> body.toString(StandardCharsets.US_ASCII))
                    .doOnNext(wholeBodies::add);
        }

        @GetMapping("/bodies")
        List<String> wholeBodies() {
            return List.copyOf(wholeBodies);
        }

        @GetMapping("/large")
        Mono<byte[]> large(@RequestParam(name = "after", defaultValue = "0") int millis) {
            return Mono.delay(Duration.ofMillis(millis)).thenReturn(new byte[LARGE]);
        }

        /** An answer of which nobody says how long it is. */
        @GetMapping(path = "/pieces", produces = MediaType.TEXT_PLAIN_VALUE)
        Flux<DataBuffer> pieces(ServerWebExchange exchange) {
            DataBufferFactory buffers = exchange.getResponse().bufferFactory();
            return Flux.just("one, ", "two").map(text -> buffers.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }

        /** Goes on for as long as its client takes it. */
        @GetMapping(path = "/endless", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
        Flux<DataBuffer> endless(ServerWebExchange exchange) {
            DataBufferFactory buffers = exchange.getResponse().bufferFactory();
            return Flux.generate(sink -> sink.next(buffers.wrap(new byte[16 << 10])));
        }

        @GetMapping("/broken-off")
        Mono<String> brokenOff() {
            return Mono.error(ProblemException.of(
                    ProblemType.BACKEND_FAILED, "The backend broke off.", AbortedException.beforeSend()));
        }

        @GetMapping("/busy")
        Mono<String> busy() {
            return Mono.error(ProblemException.of(ProblemType.BACKEND_BUSY, "The queue is full.")
                    .with("queue", "dispatch")
                    .retryAfter(Duration.ofMillis(1200)));
        }

        @GetMapping("/cacheable")
        ResponseEntity<String> cacheable() {
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("kept");
        }

        @PostMapping("/labels")
        Mono<Label> label(@RequestBody Mono<Label> label) {
            return label;
        }

        @PostMapping(path = "/parcels", consumes = MediaType.APPLICATION_JSON_VALUE)
        Mono<String> parcel(@Valid @RequestBody Mono<Parcel> parcel) {
            return parcel.map(Parcel::size);
        }
    }

    record Label(String street, BigDecimal weight, String city, int floor, LocalDate printed) {}

    record Parcel(@NotBlank String size, @Valid Weight weight) {}

    record Weight(@Min(0) int grams) {}
}
