package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.Reply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Matches replies to their callers by the job's id. A reply without a waiting caller is late, or the second one of a job that was done
 * twice. It is counted and dropped, and cannot be mistaken for the reply to the channel's next request. Any thread may call it.
 */
final class PendingReplies {

    private final Map<String, Sinks.One<Reply>> pending = new ConcurrentHashMap<>();
    private final ReadableCounter late;

    PendingReplies(JobMeters meters) {
        late = meters.count("replies.late", "Replies that no caller waited for any more");
        meters.gauge("inflight", "Requests that wait for their reply", pending::size);
    }

    /** The reply to a job; expected from the subscription until its end. */
    Mono<Reply> to(String jobId) {
        return Mono.defer(() -> {
            Sinks.One<Reply> reply = Sinks.one();
            pending.put(jobId, reply);
            return reply.asMono().doFinally(end -> pending.remove(jobId));
        });
    }

    /** Takes a reply from any channel. */
    void accept(Reply reply) {
        Sinks.One<Reply> waiting = pending.remove(reply.jobId());
        if (waiting == null) {
            late.increment();
        } else {
            waiting.emitValue(reply, Sinks.EmitFailureHandler.FAIL_FAST);
        }
    }

    long late() {
        return late.sum();
    }
}
