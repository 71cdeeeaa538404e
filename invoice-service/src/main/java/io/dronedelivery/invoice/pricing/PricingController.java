package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.RequestReplyStatus;
import io.dronedelivery.servicekit.problem.ProblemException;
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

    private final RequestReply requests;

    PricingController(RequestReply requests) {
        this.requests = requests;
    }

    /** The present state of callers and workers. */
    @GetMapping("/internal/pricing/status")
    Mono<RequestReplyStatus> status() {
        return Mono.fromSupplier(requests::status);
    }

    /** The number of jobs that the broker has given up. Zero in designs that never give up a job. */
    @GetMapping("/internal/pricing/dead-letters")
    Mono<PricingDeadLetters> deadLetters() {
        return requests.deadLetters().defaultIfEmpty(0L).map(PricingDeadLetters::new);
    }

    /** Changes the number of workers while they work. */
    @PutMapping("/internal/pricing/workers")
    Mono<RequestReplyStatus> resize(@RequestParam int count) {
        if (count < 0 || count > RequestReplySettings.WorkerSettings.MAX_COUNT) {
            throw ProblemException.invalid(
                    "count", "must be from 0 to " + RequestReplySettings.WorkerSettings.MAX_COUNT);
        }
        return Mono.fromSupplier(() -> {
            requests.resizeWorkers(count);
            return requests.status();
        });
    }

    /** Kills a worker in the middle of its job, to show that another worker takes its place and finishes the job. */
    @PostMapping("/internal/pricing/workers/kill")
    Mono<RequestReplyStatus> kill() {
        return Mono.fromSupplier(() -> {
            requests.killWorker();
            return requests.status();
        });
    }

    /** @param count of the broker's dead letters, at most 10,000 */
    record PricingDeadLetters(long count) {}
}
