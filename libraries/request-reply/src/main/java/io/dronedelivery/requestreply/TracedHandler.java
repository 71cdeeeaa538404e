package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import reactor.core.publisher.Mono;

/**
 * Does the work of a job as a part of its caller's trace.
 *
 * @param name of the queue
 */
record TracedHandler(String name, JobHandler handler, MessageSpans spans) implements JobHandler {

    @Override
    public Mono<byte[]> handle(Job job) {
        Mono<byte[]> work = handler.handle(job);
        if (job.trace().isEmpty()) {
            return work;
        }
        return Mono.defer(() -> {
            MessageSpan span = spans.process(name, job.trace()::get);
            return span == null
                    ? work
                    : span.with("messaging.message.id", job.id()).during(work, answer -> null);
        });
    }
}
