package io.dronedelivery.requestreply.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.requestreply.JobQueueContract;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
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
        queue.submit(job("a", "nowhere"))
                .then(queue.submit(job("b", "nowhere")))
                .block();

        assertThatExceptionOfType(JobQueueFullException.class)
                .isThrownBy(() -> queue.submit(job("c", "nowhere")).block())
                .withMessage("The queue has 2 jobs");
        assertThat(queue.depth().block()).isEqualTo(2);
    }
}
