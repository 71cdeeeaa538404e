package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.servicekit.deadline.Deadline;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Sends jobs to the workers on behalf of HTTP callers, within the callers' deadlines. */
@Component
@ConditionalOnPricingQueue
public final class JobRequests {

    private static final Duration AS_CONFIGURED = Duration.ofDays(1);

    private final RequestReply requests;

    JobRequests(RequestReply requests) {
        this.requests = requests;
    }

    /**
     * Sends a job and waits for its reply, as {@link RequestReply#request(byte[], Duration)} does.
     *
     * @param job a JSON value of a {@link JobKind}
     */
    public Mono<byte[]> send(byte[] job) {
        return Mono.deferContextual(context -> {
            Duration limit = Deadline.remainingUpTo(AS_CONFIGURED, context);
            return limit.toMillis() < 1 ? Mono.error(Deadline.exceeded()) : requests.request(job, limit);
        });
    }
}
