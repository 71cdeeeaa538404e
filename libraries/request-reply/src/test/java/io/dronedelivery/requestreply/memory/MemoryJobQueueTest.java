package io.dronedelivery.requestreply.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.requestreply.Job;
import io.dronedelivery.requestreply.JobQueue;
import io.dronedelivery.requestreply.JobQueueContract;
import io.dronedelivery.requestreply.JobQueueFullException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class MemoryJobQueueTest extends JobQueueContract {

    @Override
    protected JobQueue queue() {
        return new MemoryJobQueue(1_000);
    }

    @Override
    protected void takeOneJobAndDie() {
        throw new TestAbortedException("Jobs in memory die with their process");
    }

    @Override
    protected void cutConnections() {
        // There are none.
    }

    @Test
    void job_beyond_the_capacity_is_refused() {
        MemoryJobQueue queue = new MemoryJobQueue(2);
        queue.submit(job("a")).then(queue.submit(job("b"))).block();

        assertThatExceptionOfType(JobQueueFullException.class)
                .isThrownBy(() -> queue.submit(job("c")).block())
                .withMessage("The queue has 2 jobs");
        assertThat(queue.depth().block()).isEqualTo(2);
    }

    private static Job job(String id) {
        return new Job(
                id, "nowhere", new byte[0], 1, Instant.now(), Instant.now().plusSeconds(60));
    }
}
