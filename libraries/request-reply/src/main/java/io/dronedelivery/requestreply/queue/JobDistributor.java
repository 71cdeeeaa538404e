package io.dronedelivery.requestreply.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * Hands jobs to the workers that asked for some, in turns. Unlike Reactor's sinks it never drops what it has: a job goes to a worker
 * or stays here. A worker that has just cancelled may get one more, and has to give it back.
 *
 * <p>All methods may be called by any thread; none blocks. Workers get their jobs on the thread that offers one or asks for one, one
 * at a time for all workers together.
 */
public final class JobDistributor {

    private final Queue<JobDelivery> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final AtomicInteger signals = new AtomicInteger();
    private final Runnable onDemand;
    private final Runnable onNobody;
    private int turn;

    /**
     * @param onDemand is called whenever workers may ask for more than there is; from any thread, and must not block
     * @param onNobody is called when the last worker has left, and for a job that comes while there is none. Jobs may wait here then that
     *     others could do, see {@link #takeAll()}. As the other one it may be called by any thread, and must not block
     */
    public JobDistributor(Runnable onDemand, Runnable onNobody) {
        this.onDemand = onDemand;
        this.onNobody = onNobody;
    }

    /** Jobs for one worker; each subscription is a worker of its own. */
    public Publisher<JobDelivery> consumer() {
        return subscriber -> {
            Consumer consumer = new Consumer(subscriber);
            consumers.add(consumer);
            subscriber.onSubscribe(consumer);
        };
    }

    /** Hands a job out, now or when a worker asks for it. */
    public void offer(JobDelivery delivery) {
        size.incrementAndGet();
        waiting.add(delivery);
        if (hasWorkers()) {
            handOut();
        } else {
            onNobody.run();
        }
    }

    /** Whether there is a worker that has not left. */
    public boolean hasWorkers() {
        return !consumers.isEmpty();
    }

    /** How many jobs wait here for a worker. */
    public int size() {
        return size.get();
    }

    /** How many jobs the workers ask for beyond those that wait here. */
    public long demand() {
        long demand = 0;
        for (Consumer consumer : consumers) {
            demand += consumer.demand.get();
        }
        return demand - size.get();
    }

    /** Removes the jobs that wait here, and returns them. */
    public List<JobDelivery> takeAll() {
        List<JobDelivery> taken = new ArrayList<>();
        for (JobDelivery next = waiting.poll(); next != null; next = waiting.poll()) {
            size.decrementAndGet();
            taken.add(next);
        }
        return taken;
    }

    /** One thread at a time hands out; it also hands out what other threads offer and ask for meanwhile. */
    private void handOut() {
        if (signals.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            Consumer consumer = waiting.isEmpty() ? null : next();
            JobDelivery delivery = consumer == null ? null : waiting.poll();
            if (consumer != null && delivery != null) {
                size.decrementAndGet();
                consumer.demand.decrementAndGet();
                consumer.subscriber.onNext(delivery);
            } else {
                seen = signals.addAndGet(-seen);
            }
        }
    }

    private @Nullable Consumer next() {
        Object[] all = consumers.toArray();
        for (int tried = 0; tried < all.length; tried++) {
            turn = (turn + 1) % all.length;
            Consumer consumer = (Consumer) all[turn];
            if (consumer.demand.get() > 0 && !consumer.cancelled) {
                return consumer;
            }
        }
        return null;
    }

    private final class Consumer implements Subscription {

        private final Subscriber<? super JobDelivery> subscriber;
        private final AtomicLong demand = new AtomicLong();
        private volatile boolean cancelled;

        Consumer(Subscriber<? super JobDelivery> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long jobs) {
            if (Operators.validate(jobs)) {
                demand.addAndGet(jobs);
                handOut();
                onDemand.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (consumers.remove(this) && !hasWorkers()) {
                onNobody.run();
            }
        }
    }
}
