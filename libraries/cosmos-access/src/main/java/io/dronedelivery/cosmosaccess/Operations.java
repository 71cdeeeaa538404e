package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.ThresholdBasedAvailabilityStrategy;
import io.dronedelivery.cosmosaccess.CosmosProperties.Hedging;
import io.dronedelivery.servicekit.deadline.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs operations within their timeout, measures them and maps their failures.
 *
 * @param timeout the most time one operation may take; the caller's deadline shortens it
 */
record Operations(Duration timeout, Hedging hedging, OperationMeters meters, OperationSpans spans) {

    /** Extra time for the SDK's failure, also on a busy machine. That failure has the operation's cost, and whether it was throttled. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /**
     * Runs one operation. The SDK's own timeout starts anew with each page, but its failure reports the cost so far. Ours limits the whole.
     *
     * @param operation its name in the meters
     * @param work adds its cost to the given cost, except the cost of its final failure
     */
    <T> Flux<T> run(
            String operation,
            BiFunction<OperationCost, CosmosEndToEndOperationLatencyPolicyConfig, Publisher<T>> work) {
        return Flux.deferContextual(context -> {
            OperationCost cost = new OperationCost();
            Deadline deadline = Deadline.current(context);
            Duration limit = Deadline.remainingUpTo(timeout, context);
            if (limit.isZero()) {
                return Flux.error(Deadline.exceeded());
            }
            OperationSpans.Running span = spans.start(operation, context);
            return endedAfter(
                            limit.plus(GRACE),
                            Flux.from(work.apply(cost, policy(limit))).doOnError(cost::add))
                    .onErrorMap(failure -> CosmosProblems.of(failure, cost.throttled(), deadline))
                    .doOnError(span::failed)
                    .doOnTerminate(() -> record(operation, cost.calls(), span))
                    .doOnCancel(() -> record(operation, cost.calls(), span));
        });
    }

    private CosmosEndToEndOperationLatencyPolicyConfig policy(Duration limit) {
        CosmosEndToEndOperationLatencyPolicyConfigBuilder policy =
                new CosmosEndToEndOperationLatencyPolicyConfigBuilder(limit);
        if (hedging.enabled()) {
            policy.availabilityStrategy(new ThresholdBasedAvailabilityStrategy(hedging.threshold(), hedging.step()));
        }
        return policy.build();
    }

    private void record(String operation, List<SdkCall> calls, OperationSpans.Running span) {
        meters.record(operation, calls);
        span.end(calls);
    }

    /** Ends work that has not ended in time. An error from the other publisher would end it here, but the SDK would continue. */
    private static <T> Flux<T> endedAfter(Duration limit, Flux<T> work) {
        return Flux.defer(() -> {
            AtomicBoolean overdue = new AtomicBoolean();
            return work.takeUntilOther(Mono.delay(limit).doOnNext(tick -> overdue.set(true)))
                    .concatWith(Mono.defer(() -> overdue.get()
                            ? Mono.error(new TimeoutException("No answer within " + limit))
                            : Mono.empty()));
        });
    }
}
