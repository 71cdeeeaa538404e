package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.servicekit.deadline.Deadline;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Has jobs done for HTTP callers, within the deadlines that they bring. */
@Component
@ConditionalOnPricingQueue
public final class JobRequests {

    private static final Duration AS_CONFIGURED = Duration.ofDays(1);

    private final RequestReply requests;

    JobRequests(RequestReply requests) {
        this.requests = requests;
    }

    /**
     * Has a job done, as {@link RequestReply#request(byte[], Duration)}.
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
