package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.JobQueue;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.WorkerPool;
import io.dronedelivery.requestreply.WorkerSettings;
import io.dronedelivery.requestreply.autoscale.Autoscaler;
import io.dronedelivery.servicekit.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The pricing workers of this instance, for operators and experiments. */
@RestController
@ConditionalOnPricingQueue
final class PricingController {

    private final JobQueue queue;
    private final RequestReply requests;
    private final WorkerPool workers;
    private final @Nullable Autoscaler autoscaler;

    PricingController(
            JobQueue queue, RequestReply requests, WorkerPool workers, ObjectProvider<Autoscaler> autoscaler) {
        this.queue = queue;
        this.requests = requests;
        this.workers = workers;
        this.autoscaler = autoscaler.getIfAvailable();
    }

    /** What goes on. */
    @GetMapping("/internal/pricing/status")
    Mono<PricingStatus> status() {
        return Mono.fromSupplier(this::now);
    }

    /** How many jobs the broker has given up; zero in designs that give none up. */
    @GetMapping("/internal/pricing/dead-letters")
    Mono<DeadLetters> deadLetters() {
        return queue.deadLetters().defaultIfEmpty(0L).map(DeadLetters::new);
    }

    /** Changes the number of workers while they work. */
    @PutMapping("/internal/pricing/workers")
    Mono<PricingStatus> resize(@RequestParam int count) {
        if (count < 0 || count > WorkerSettings.MAX_COUNT) {
            throw ProblemException.invalid("count", "must be from 0 to " + WorkerSettings.MAX_COUNT);
        }
        return Mono.fromSupplier(() -> {
            workers.resize(count);
            return now();
        });
    }

    /** Has a worker die in the middle of its job, to see that another takes its place and the job is done. */
    @PostMapping("/internal/pricing/workers/kill")
    Mono<PricingStatus> kill() {
        return Mono.fromSupplier(() -> {
            workers.killOne();
            return now();
        });
    }

    private PricingStatus now() {
        return new PricingStatus(
                queue.design(), requests.status(), workers.status(), autoscaler == null ? null : autoscaler.status());
    }

    /** @param count of the broker's dead letters, the first 10,000 */
    record DeadLetters(long count) {}

    /**
     * What goes on.
     *
     * @param queue the design of the queue
     * @param autoscaler why there are as many workers as there are; null when their number is only changed by hand
     */
    record PricingStatus(
            String queue,
            RequestReply.Status requests,
            WorkerPool.Status workers,
            Autoscaler.@Nullable Status autoscaler) {}
}
