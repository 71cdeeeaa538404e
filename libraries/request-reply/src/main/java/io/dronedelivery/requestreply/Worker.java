package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.JobProcessor.WorkerDied;
import io.dronedelivery.requestreply.queue.JobDelivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * One worker: does one job after another, and holds at most {@code prefetch} of them. Jobs whose reply is not settled yet count too. It
 * requests the next job when one is settled, so prefetch has RabbitMQ's meaning. With 1 the next job waits until the broker has confirmed
 * the last reply; with more it does not wait. Jobs that the worker holds at its end are given back to the queue.
 *
 * <p>Any thread may call it. Its lock guards its state; the queue, the handler and settlements are called outside of the lock. The handler
 * runs on the scheduler.
 */
final class Worker extends BaseSubscriber<JobDelivery> {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration GIVE_BACK_TIMEOUT = Duration.ofSeconds(5);

    private final JobProcessor processor;
    private final int prefetch;
    private final Scheduler scheduler;
    private final ConsumerUtilisation utilisation;
    private final Consumer<String> onDeath;
    private final Sinks.Empty<Void> ended = Sinks.empty();

    private final Deque<JobDelivery> held = new ArrayDeque<>();
    private @Nullable JobDelivery current;
    private @Nullable Disposable work;
    /** Deliveries that are being settled or given back. */
    private int settling;

    private boolean open;
    /** It may be stopped before its queue has answered. */
    private boolean stopped;

    private boolean room;
    private long done;

    /** @param onDeath is called once, with the reason, when the worker ends by itself */
    Worker(
            JobProcessor processor,
            int prefetch,
            Scheduler scheduler,
            ConsumerUtilisation utilisation,
            Consumer<String> onDeath) {
        this.processor = processor;
        this.prefetch = prefetch;
        this.scheduler = scheduler;
        this.utilisation = utilisation;
        this.onDeath = onDeath;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        synchronized (this) {
            open = !stopped;
            tellRoom();
        }
        subscription.request(prefetch);
    }

    @Override
    protected void hookOnNext(JobDelivery delivery) {
        boolean taken;
        synchronized (this) {
            taken = open;
            if (taken) {
                held.add(delivery);
                tellRoom();
            } else {
                settling++;
            }
        }
        if (taken) {
            workOn();
        } else {
            giveBack(tried(delivery, delivery.release()));
        }
    }

    private void workOn() {
        JobDelivery next;
        synchronized (this) {
            if (current != null || held.isEmpty()) {
                return;
            }
            next = held.remove();
            current = next;
        }
        Disposable running = processor
                .process(next)
                .subscribeOn(scheduler)
                .subscribe(settlement -> done(next, settlement), death -> die(next, death));
        synchronized (this) {
            if (current == next) {
                work = running;
            }
        }
    }

    private void done(JobDelivery delivery, Mono<Void> settlement) {
        synchronized (this) {
            if (current != delivery) {
                return;
            }
            current = null;
            work = null;
            settling++;
        }
        settlement.doFinally(end -> settled()).subscribe();
        workOn();
    }

    private void settled() {
        boolean goesOn;
        synchronized (this) {
            settling--;
            done++;
            tellRoom();
            goesOn = open;
        }
        if (goesOn) {
            request(1);
        } else {
            leaveWhenIdle(0);
        }
    }

    /** Completes when the worker has ended, by itself or by {@link #stop}, and all its deliveries are settled. */
    Mono<Void> ended() {
        return ended.asMono();
    }

    /** Takes no more jobs, gives back those not begun, and ends when the job in work and all finished jobs are settled. */
    void stop() {
        close(null);
    }

    /**
     * Takes no more jobs and gives back those that it holds, the interrupted job as a failed attempt.
     *
     * @return whether it was not stopped yet
     */
    private boolean close(@Nullable JobDelivery interrupted) {
        List<JobDelivery> notBegun;
        boolean first;
        synchronized (this) {
            first = !stopped;
            open = false;
            stopped = true;
            notBegun = new ArrayList<>(held);
            held.clear();
            settling++;
            tellRoom();
        }
        // The interrupted job first: the queue may deliver it to this worker again at once, which has to release it
        // before it ends.
        Mono<Void> abandoned = interrupted == null ? Mono.empty() : tried(interrupted, interrupted.abandon());
        giveBack(abandoned
                .thenMany(Flux.fromIterable(notBegun))
                .flatMap(delivery -> tried(delivery, delivery.release()))
                .then());
        return first;
    }

    private void giveBack(Mono<Void> givenBack) {
        givenBack.doFinally(end -> leaveWhenIdle(1)).subscribe();
    }

    /** Cancels the deliveries only when all are settled: a job can be settled only over the connection that brought it. */
    private void leaveWhenIdle(int settledNow) {
        synchronized (this) {
            settling -= settledNow;
            if (open || current != null || settling > 0) {
                return;
            }
        }
        cancel();
        ended.tryEmitEmpty();
    }

    /** Ends at once, as after a crash of the worker's code: the job in work is given back as a failed attempt. */
    void kill(String reason) {
        JobDelivery interrupted;
        Disposable running;
        synchronized (this) {
            interrupted = current;
            running = work;
            current = null;
        }
        if (running != null) {
            running.dispose();
        }
        fall(interrupted, reason);
    }

    private void die(JobDelivery delivery, Throwable death) {
        synchronized (this) {
            if (current != delivery) {
                return;
            }
            current = null;
        }
        boolean settled = death instanceof WorkerDied died && died.settled();
        log.error("A worker ended", death instanceof WorkerDied died ? died.getCause() : death);
        fall(settled ? null : delivery, String.valueOf(death.getMessage()));
    }

    private void fall(@Nullable JobDelivery interrupted, String reason) {
        if (close(interrupted)) {
            onDeath.accept(reason);
        }
    }

    @Override
    protected void hookOnComplete() {
        fall(null, "The queue ended its deliveries");
    }

    /** The job in work may still be replied to over another connection. */
    @Override
    protected void hookOnError(Throwable failure) {
        fall(null, failure.toString());
    }

    private static Mono<Void> tried(JobDelivery delivery, Mono<Void> giveBack) {
        return giveBack.timeout(GIVE_BACK_TIMEOUT).onErrorResume(failure -> {
            log.debug("The job {} waits for the end of its lock", delivery.job().id(), failure);
            return Mono.empty();
        });
    }

    private void tellRoom() {
        boolean now = open && held.size() + (current == null ? 0 : 1) + settling < prefetch;
        if (now != room) {
            room = now;
            utilisation.room(now);
        }
    }

    synchronized boolean busy() {
        return current != null;
    }

    /** How many deliveries it has settled. */
    synchronized long done() {
        return done;
    }
}
