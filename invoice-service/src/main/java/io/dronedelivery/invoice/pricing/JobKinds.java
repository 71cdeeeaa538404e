package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.JobHandler;
import io.dronedelivery.requestreply.RequestFailedException;
import io.dronedelivery.requestreply.queue.Job;
import java.util.List;
import reactor.core.publisher.Mono;

final class JobKinds implements JobHandler {

    private final List<JobKind> kinds;

    JobKinds(List<JobKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    @Override
    public Mono<byte[]> handle(Job job) {
        return kindOf(job).handle(job);
    }

    private JobKind kindOf(Job job) {
        byte[] body = job.body();
        return kinds.stream()
                .filter(kind -> body.length > 0 && kind.takes(body[0]))
                .findFirst()
                .orElseThrow(() -> new RequestFailedException(
                        "malformed-job", "The job is of no kind that these workers know", null));
    }
}
