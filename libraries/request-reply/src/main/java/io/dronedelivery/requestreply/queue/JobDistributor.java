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
 * Distributes jobs in turns to the workers that request them. Unlike Reactor's sinks it never drops a job: the job is passed to a worker or
 * stays here. A worker that has just cancelled may get one more, and has to give it back.
 *
 * <p>Any thread may call all methods; none blocks. Workers get their jobs on the thread that offers or requests one, one at a time for all
 * workers together.
 */
public final class JobDistributor {

    private final Queue<JobDelivery> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final AtomicInteger signals = new AtomicInteger();
    private final Runnable onDemand;
    private final Runnable onNoWorker;
    private int turn;

    /**
     * @param onDemand is called when workers may request more jobs than there are; from any thread, and must not block
     * @param onNoWorker is called when the last worker has left, and for a job that comes without any worker. Then jobs may wait here that
     *     other processes could do, see {@link #takeAll()}. Any thread may call it, and it must not block
     */
    public JobDistributor(Runnable onDemand, Runnable onNoWorker) {
        this.onDemand = onDemand;
        this.onNoWorker = onNoWorker;
    }

    /** The jobs for one worker; each subscription is a separate worker. */
    public Publisher<JobDelivery> consumer() {
        return subscriber -> {
            Consumer consumer = new Consumer(subscriber);
            consumers.add(consumer);
            subscriber.onSubscribe(consumer);
        };
    }

    /** Passes on a job, now or when a worker requests it. */
    public void offer(JobDelivery delivery) {
        size.incrementAndGet();
        waiting.add(delivery);
        if (hasWorkers()) {
            handOut();
        } else {
            onNoWorker.run();
        }
    }

    /** Whether any worker is left. */
    public boolean hasWorkers() {
        return !consumers.isEmpty();
    }

    /** How many jobs wait here for a worker. */
    public int size() {
        return size.get();
    }

    /** How many jobs the workers request beyond those that wait here. */
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

    /** One thread at a time passes jobs on; it also handles the offers and requests of other threads meanwhile. */
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
                onNoWorker.run();
            }
        }
    }
}
