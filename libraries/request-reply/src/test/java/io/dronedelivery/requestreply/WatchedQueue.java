package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** The queue in memory, behind a broker that a test lets fail or take its time. It counts what is opened and closed. */
final class WatchedQueue implements JobQueue {

    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger channelsClosed = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    /** What precedes the opening of each reply channel. */
    volatile Mono<Void> opening = Mono.empty();

    volatile Mono<Long> depth;
    volatile Mono<Long> deadLetters = Mono.empty();
    /** What precedes the end of the queue. */
    volatile Mono<Void> closing = Mono.empty();

    private final MemoryJobQueue queue = new MemoryJobQueue(1_000);

    WatchedQueue() {
        depth = queue.depth();
    }

    @Override
    public String design() {
        return "watched";
    }

    @Override
    public Mono<ReplyChannel> openChannel(Consumer<Reply> replies) {
        return Mono.defer(() -> opening)
                .then(queue.openChannel(replies))
                .doOnNext(channel -> opened.incrementAndGet())
                .map(channel -> new ReplyChannel(
                        channel.address(), channel.close().doOnSuccess(end -> channelsClosed.incrementAndGet())));
    }

    @Override
    public Mono<Void> submit(Job job) {
        return queue.submit(job);
    }

    @Override
    public Publisher<JobDelivery> deliveries() {
        return queue.deliveries();
    }

    @Override
    public Mono<Long> depth() {
        return Mono.defer(() -> depth);
    }

    @Override
    public Mono<Long> deadLetters() {
        return Mono.defer(() -> deadLetters);
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> closing).doOnSuccess(end -> closed.incrementAndGet());
    }
}
