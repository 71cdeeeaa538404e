package io.dronedelivery.requestreply.memory;

import io.dronedelivery.requestreply.Job;
import io.dronedelivery.requestreply.JobDelivery;
import io.dronedelivery.requestreply.JobQueue;
import io.dronedelivery.requestreply.JobQueueFullException;
import io.dronedelivery.requestreply.JobQueueUnavailableException;
import io.dronedelivery.requestreply.Reply;
import io.dronedelivery.requestreply.ReplyChannel;
import io.dronedelivery.requestreply.support.JobDistributor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** A bounded queue in this process. Callers and workers have to be in it, and jobs end with it. */
public final class MemoryJobQueue implements JobQueue {

    private final int capacity;
    private final Map<String, Consumer<Reply>> channels = new ConcurrentHashMap<>();
    private final JobDistributor jobs = new JobDistributor(() -> {});
    private final AtomicLong lastChannel = new AtomicLong();
    private volatile boolean closed;

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
        return Mono.fromSupplier(() -> {
            String address = Long.toString(lastChannel.incrementAndGet());
            channels.put(address, replies);
            return new Channel(address);
        });
    }

    @Override
    public Mono<Void> submit(Job job) {
        return Mono.defer(() -> {
            if (closed) {
                return Mono.error(new JobQueueUnavailableException("The queue is closed"));
            }
            if (jobs.size() >= capacity) {
                return Mono.error(new JobQueueFullException("The queue has " + capacity + " jobs", null));
            }
            jobs.offer(new Delivery(job));
            return Mono.empty();
        });
    }

    @Override
    public Publisher<JobDelivery> deliveries(int prefetch) {
        return jobs.consumer();
    }

    @Override
    public Mono<Long> depth() {
        return Mono.fromSupplier(() -> (long) jobs.size());
    }

    @Override
    public Mono<Void> close() {
        return Mono.fromRunnable(() -> closed = true);
    }

    private final class Channel implements ReplyChannel {

        private final String address;

        Channel(String address) {
            this.address = address;
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Mono<Void> close() {
            return Mono.fromRunnable(() -> channels.remove(address));
        }
    }

    private final class Delivery implements JobDelivery {

        private final Job job;

        Delivery(Job job) {
            this.job = job;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public Mono<Void> reply(Reply reply) {
            return Mono.fromRunnable(() -> {
                Consumer<Reply> channel = channels.get(job.replyTo());
                if (channel != null) {
                    channel.accept(reply);
                }
            });
        }

        @Override
        public Mono<Void> abandon() {
            return Mono.fromRunnable(() -> jobs.offer(new Delivery(job.attempt(job.attempt() + 1))));
        }

        @Override
        public Mono<Void> release() {
            return Mono.fromRunnable(() -> jobs.offer(this));
        }

        @Override
        public Mono<Void> drop() {
            return Mono.empty();
        }
    }
}
