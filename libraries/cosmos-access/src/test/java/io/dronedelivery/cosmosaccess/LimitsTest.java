package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Owner;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class LimitsTest {

    @Test
    void throttling_is_waited_out_and_every_refused_attempt_is_counted() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(3)
                        .enforceThroughput(true)
                        .charges(RequestCharges.calibrated().withQueries(50, 0)));
                Service service = Service.start(cosmos, "cosmos.containers.things.partition-key=/id")) {
            service.store("ann", 3, 5);
            cosmos.clearCalls();

            // On a busy machine twelve queries may take so many seconds that the units of these are enough.
            long refused = 0;
            for (int i = 0; i < 20 && refused == 0; i++) {
                Long found = Flux.range(0, 12)
                        .flatMap(query -> month(service).count(), 12)
                        .reduce(Long::sum)
                        .block();

                assertThat(found).isEqualTo(60);
                refused =
                        cosmos.calls().stream().filter(CosmosCall::isThrottled).count();
            }

            assertThat(refused).isPositive();
            assertThat(callsWithStatus(service, "429")).isEqualTo(refused);
            assertThat(service.summary("cosmos.operation.calls", "month", "kind", "data")
                            .totalAmount())
                    .isEqualTo(
                            cosmos.calls().stream().filter(CosmosCall::isData).count());
            assertThat(service.dataCharge("month"))
                    .isCloseTo(
                            cosmos.calls().stream()
                                    .filter(CosmosCall::isData)
                                    .mapToDouble(CosmosCall::requestCharge)
                                    .sum(),
                            Offset.offset(1e-3));
        }
    }

    @Test
    void throttling_that_outlives_the_retries_is_unavailable_with_the_time_to_come_again() {
        try (LocalCosmos cosmos = throttlingAfterTheFirstQuery();
                Service service = Service.start(
                        cosmos,
                        "spring.cloud.azure.cosmos.throttling-retry-options.max-retry-attempts-on-throttled-requests=0")) {
            ProblemException problem = failure(month(service));

            assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE);
            assertThat(Integer.parseInt(problem.getHeaders().getFirst("Retry-After")))
                    .isBetween(2, 60);
            assertThat(callsWithStatus(service, "429")).isEqualTo(1);
        }
    }

    @Test
    void throttling_that_outlives_the_operation_is_unavailable_and_not_a_timeout() {
        try (LocalCosmos cosmos = throttlingAfterTheFirstQuery();
                Service service = Service.start(
                        cosmos,
                        "cosmos.operation-timeout=6s",
                        // The SDK would not begin to wait for longer than this.
                        "spring.cloud.azure.cosmos.throttling-retry-options.max-retry-wait-time=5m")) {
            ProblemException problem = failure(month(service));

            assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE);
            assertThat(problem.getHeaders().getFirst("Retry-After")).isNotNull();
        }
    }

    @Test
    void an_answer_that_takes_too_long_is_a_timeout() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.latency(Latency.fixed(Duration.ofSeconds(10))));
                Service service = Service.start(cosmos, "cosmos.operation-timeout=500ms")) {
            assertThat(failure(month(service)).type()).isEqualTo(ProblemType.BACKEND_TIMEOUT);
            assertThat(failure(service.things().byId("x", String.class, Caller.ANYBODY))
                            .type())
                    .isEqualTo(ProblemType.BACKEND_TIMEOUT);
        }
    }

    @Test
    void the_caller_s_deadline_shortens_the_operation() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.latency(Latency.fixed(Duration.ofSeconds(10))));
                Service service = Service.start(cosmos)) {
            ProblemException problem =
                    failure(month(service).contextWrite(Deadline.after(Duration.ofMillis(300))::putInto));

            assertThat(problem.type()).isEqualTo(ProblemType.DEADLINE_EXCEEDED);
        }
    }

    @Test
    void a_database_that_is_gone_is_unavailable() {
        try (LocalCosmos cosmos = LocalCosmos.start();
                Service service = Service.start(cosmos, "cosmos.operation-timeout=20s")) {
            month(service).blockLast();
            cosmos.close();

            assertThat(failure(month(service)).type()).isIn(ProblemType.UNAVAILABLE, ProblemType.BACKEND_TIMEOUT);
        }
    }

    /** The first query, at start, spends the units of fifty seconds. */
    private static LocalCosmos throttlingAfterTheFirstQuery() {
        return LocalCosmos.start(o ->
                o.enforceThroughput(true).charges(RequestCharges.calibrated().withQueries(20_000, 0)));
    }

    private static Flux<?> month(Service service) {
        return service.things().ofOwner(Owner.ofMessage("ann"), Service.MONTH.with("@month", 3));
    }

    private static ProblemException failure(Flux<?> work) {
        return failure(work.then());
    }

    private static ProblemException failure(Mono<?> work) {
        return catchThrowableOfType(ProblemException.class, work::block);
    }

    private static long callsWithStatus(Service service, String status) {
        return service.bean(MeterRegistry.class).find("cosmos.calls").tag("status", status).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
