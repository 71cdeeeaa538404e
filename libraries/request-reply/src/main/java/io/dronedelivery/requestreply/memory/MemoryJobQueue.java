package io.dronedelivery.requestreply.memory;

import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobDistributor;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.dronedelivery.requestreply.queue.ReplyChannels;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** A bounded queue in this process. Callers and workers have to be in the same process, and jobs end with it. */
public final class MemoryJobQueue implements JobQueue {

    private final int capacity;
    private final ReplyChannels channels = new ReplyChannels("memory");
    private final JobDistributor jobs = new JobDistributor(() -> {}, () -> {});

    /** @param capacity the most jobs that wait for a worker */
    public MemoryJobQueue(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive, was " + capacity);
        }
        this.capacity = capacity;
    }

    @Override
    public String design() {
        return "memory";
    }

    @Override
    public Mono<ReplyChannel> openChannel(Consumer<Reply> replies) {
        return Mono.fromSupplier(() -> channels.open(replies));
    }

    @Override
    public Mono<Void> submit(Job job) {
        return Mono.fromRunnable(() -> {
            if (jobs.size() >= capacity) {
                throw new JobQueueFullException("The queue has " + capacity + " jobs", null);
            }
            jobs.offer(new Delivery(job, this));
        });
    }

    @Override
    public Publisher<JobDelivery> deliveries() {
        return jobs.consumer();
    }

    @Override
    public Mono<Long> depth() {
        return Mono.fromSupplier(() -> (long) jobs.size());
    }

    @Override
    public Mono<Void> close() {
        return Mono.empty();
    }

    private record Delivery(Job job, MemoryJobQueue queue) implements JobDelivery {

        @Override
        public Mono<Void> reply(Reply reply) {
            return Mono.fromRunnable(() -> queue.channels.receive(job.replyTo(), () -> reply));
        }

        @Override
        public Mono<Void> abandon() {
            return Mono.fromRunnable(() -> queue.jobs.offer(new Delivery(job.nextAttempt(), queue)));
        }

        @Override
        public Mono<Void> release() {
            return Mono.fromRunnable(() -> queue.jobs.offer(this));
        }

        @Override
        public Mono<Void> drop() {
            return Mono.empty();
        }
    }
}
