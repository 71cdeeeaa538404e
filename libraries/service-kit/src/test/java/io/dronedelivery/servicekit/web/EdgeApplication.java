package io.dronedelivery.servicekit.web;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.trace.TraceParent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A service with nothing but its edge. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class EdgeApplication {

    /** Holds an answer back until a test lets it go. */
    static class Gate {

        private final Sinks.One<String> passage = Sinks.one();

        boolean isWaitedFor() {
            return passage.currentSubscriberCount() > 0;
        }

        void open() {
            passage.tryEmitValue("through");
        }
    }

    @Bean
    Gate gate() {
        return new Gate();
    }

    @RestController
    static class Handlers {

        private final Gate gate;

        Handlers(Gate gate) {
            this.gate = gate;
        }

        @GetMapping("/gate")
        Mono<String> gate() {
            return gate.passage.asMono();
        }

        @GetMapping("/months/{month}")
        Map<String, Object> month(
                @PathVariable("month") @Min(1) @Max(12) int month,
                @RequestParam("owner") @Pattern(regexp = "[a-z]+", message = "must be letters") String owner) {
            return Map.of("month", month, "owner", owner);
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

        @GetMapping("/never")
        Mono<String> never() {
            return Mono.never();
        }

        @GetMapping("/bug")
        Mono<String> bug() {
            return Mono.error(new IllegalStateException("secret of the inside"));
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

        @PostMapping(path = "/parcels", consumes = MediaType.APPLICATION_JSON_VALUE)
        Mono<String> parcel(@Valid @RequestBody Mono<Parcel> parcel) {
            return parcel.map(Parcel::size);
        }
    }

    record Parcel(@NotBlank String size, @Valid Weight weight) {}

    record Weight(@Min(0) int grams) {}
}
