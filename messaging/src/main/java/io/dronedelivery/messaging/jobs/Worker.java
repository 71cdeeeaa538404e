package io.dronedelivery.messaging.jobs;

import io.dronedelivery.messaging.jobs.JobProcessor.WorkerDied;
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
 * One worker: does one job after another and holds at most {@code prefetch} of them. It asks the queue for the next when one is
 * settled, so prefetch means what it means to RabbitMQ. Whatever it holds when it ends goes back to the queue.
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
    private boolean open;
    private boolean room;
    private long done;

    /** @param onDeath is told, once, when the worker ends by itself, and why */
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
            open = true;
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
            }
        }
        if (taken) {
            workOn();
        } else {
            tried(delivery, delivery.release()).subscribe();
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
                .subscribe(nothing -> {}, death -> die(next, death), () -> done(next));
        synchronized (this) {
            if (current == next) {
                work = running;
            }
        }
    }

    private void done(JobDelivery delivery) {
        synchronized (this) {
            if (current != delivery) {
                return;
            }
            current = null;
            work = null;
            done++;
            tellRoom();
        }
        if (isOpen()) {
            request(1);
            workOn();
        } else {
            end(Mono.empty());
        }
    }

    private synchronized boolean isOpen() {
        return open;
    }

    /** Takes nothing more, gives back what was not begun, and ends when the job at work is done. */
    Mono<Void> stop() {
        Mono<Void> released = close();
        if (busy()) {
            released.subscribe();
        } else {
            end(released);
        }
        return ended.asMono();
    }

    /** @return gives back what was not begun */
    private Mono<Void> close() {
        List<JobDelivery> notBegun;
        synchronized (this) {
            open = false;
            notBegun = new ArrayList<>(held);
            held.clear();
            tellRoom();
        }
        return Flux.fromIterable(notBegun)
                .flatMap(delivery -> tried(delivery, delivery.release()))
                .then();
    }

    /** Only then leaves the queue: a job can be given back only over the connection that brought it. */
    private void end(Mono<Void> givenBack) {
        givenBack
                .doFinally(end -> {
                    cancel();
                    ended.tryEmitEmpty();
                })
                .subscribe();
    }

    /** Ends at once, as if the worker's code had: the job at work goes back as a failed attempt. */
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
        boolean byItself = isOpen();
        Mono<Void> released = close();
        end(
                interrupted == null
                        ? released
                        : tried(interrupted, interrupted.abandon()).then(released));
        if (byItself) {
            onDeath.accept(reason);
        }
    }

    @Override
    protected void hookOnComplete() {
        lostTheQueue("The queue ended its deliveries");
    }

    @Override
    protected void hookOnError(Throwable failure) {
        lostTheQueue(failure.toString());
    }

    /** The job at work may still be replied to over another connection. */
    private void lostTheQueue(String reason) {
        boolean byItself = isOpen();
        Mono<Void> released = close();
        if (busy()) {
            released.subscribe();
        } else {
            end(released);
        }
        if (byItself) {
            onDeath.accept(reason);
        }
    }

    private static Mono<Void> tried(JobDelivery delivery, Mono<Void> giveBack) {
        return giveBack.timeout(GIVE_BACK_TIMEOUT).onErrorResume(failure -> {
            log.debug("The job {} waits for the end of its lock", delivery.job().id(), failure);
            return Mono.empty();
        });
    }

    private void tellRoom() {
        boolean now = open && held.size() + (current == null ? 0 : 1) < prefetch;
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
