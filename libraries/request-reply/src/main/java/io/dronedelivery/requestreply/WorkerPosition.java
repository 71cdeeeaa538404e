package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.JobDelivery;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A numbered place for one worker at a time. A worker that ends by itself is replaced. Any thread may call it. */
final class WorkerPosition {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MAX_DOUBLINGS = 6;

    private final int number;
    private final Supplier<Publisher<JobDelivery>> deliveries;
    private final Function<Consumer<String>, Worker> newWorker;
    private final RestartListener restarts;
    private final Scheduler scheduler;
    private @Nullable Worker worker;
    private boolean stopped;
    private int deathsInARow;
    private long doneBefore;

    /** Called for each worker that ended by itself. */
    interface RestartListener {
        void restarting(int number, String reason);
    }

    /**
     * @param newWorker makes a worker; the worker calls the argument when it ends by itself
     * @param scheduler whose clock decides when a worker is replaced
     */
    WorkerPosition(
            int number,
            Supplier<Publisher<JobDelivery>> deliveries,
            Function<Consumer<String>, Worker> newWorker,
            RestartListener restarts,
            Scheduler scheduler) {
        this.number = number;
        this.deliveries = deliveries;
        this.newWorker = newWorker;
        this.restarts = restarts;
        this.scheduler = scheduler;
    }

    void work() {
        Worker next;
        synchronized (this) {
            if (stopped) {
                return;
            }
            next = newWorker.apply(this::replace);
            worker = next;
        }
        deliveries.get().subscribe(next);
    }

    /** Replaces the worker at once after the first failure, and with growing pauses while workers end without having settled a job. */
    private void replace(String reason) {
        Duration pause;
        synchronized (this) {
            long done = worker == null ? 0 : worker.done();
            doneBefore += done;
            worker = null;
            deathsInARow = done > 0 ? 1 : deathsInARow + 1;
            pause = deathsInARow == 1
                    ? Duration.ZERO
                    : FIRST_PAUSE.multipliedBy(1L << Math.min(deathsInARow - 2, MAX_DOUBLINGS));
            if (stopped) {
                return;
            }
        }
        restarts.restarting(number, reason);
        Mono.delay(pause, scheduler).subscribe(tick -> work());
    }

    void stop() {
        Worker stopping;
        synchronized (this) {
            stopped = true;
            stopping = worker;
        }
        if (stopping != null) {
            stopping.stop();
        }
    }

    void kill() {
        Worker victim;
        synchronized (this) {
            victim = worker;
        }
        if (victim != null) {
            victim.kill("killed for a drill");
        }
    }

    synchronized boolean busy() {
        return worker != null && worker.busy();
    }

    /** Deliveries settled in this place. */
    synchronized long done() {
        return doneBefore + (worker == null ? 0 : worker.done());
    }
}
