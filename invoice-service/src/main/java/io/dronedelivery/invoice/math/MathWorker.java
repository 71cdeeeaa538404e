package io.dronedelivery.invoice.math;

import io.dronedelivery.invoice.pricing.ConditionalOnPricingQueue;
import io.dronedelivery.invoice.pricing.JobKind;
import io.dronedelivery.requestreply.RequestFailedException;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.servicekit.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Doubles numbers: a job is a JSON number, and so is its reply. */
@Component
@ConditionalOnPricingQueue
@EnableConfigurationProperties(MathProperties.class)
final class MathWorker implements JobKind {

    private final Duration work;

    MathWorker(MathProperties properties) {
        this.work = properties.work();
    }

    @Override
    public boolean takes(byte first) {
        return first == '-' || first >= '0' && first <= '9';
    }

    @Override
    public Mono<byte[]> handle(Job job) {
        byte[] reply = Long.toString(read(job).doubled()).getBytes(StandardCharsets.US_ASCII);
        return work.isZero() ? Mono.just(reply) : Mono.delay(work).thenReturn(reply);
    }

    private static MathNumber read(Job job) {
        try {
            return MathNumber.of(new String(job.body(), StandardCharsets.US_ASCII));
        } catch (ProblemException e) {
            throw new RequestFailedException(
                    "malformed-job", String.valueOf(e.getBody().getDetail()), e);
        }
    }
}
