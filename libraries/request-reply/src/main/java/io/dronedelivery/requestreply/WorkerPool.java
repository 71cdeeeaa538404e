package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The workers of this process; their number can be changed at any time. A worker that ends by itself is replaced, and the jobs that it
 * held are delivered again. All methods may be called by any thread.
 */
public final class WorkerPool {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    private final String name;
    private final JobQueue queue;
    private final WorkerSettings settings;
    private final JobProcessor processor;
    private final ConsumerUtilisation utilisation = new ConsumerUtilisation();
    private final Counter restarts;
    private final AtomicReference<@Nullable String> lastRestart = new AtomicReference<>();
    private final List<WorkerPosition> positions = new ArrayList<>();
    private int last;
    private boolean closed;

    /**
     * @param name names the queue in messages and meters, such as {@code pricing}
     * @param meters gets {@code jobs.wait}, {@code jobs.service}, {@code jobs.workers}, {@code jobs.workers.busy},
     *     {@code jobs.workers.restarts}, {@code jobs.consumer.utilisation}, {@code jobs.attempts.failed}, {@code jobs.expired}
     */
    public WorkerPool(String name, JobQueue queue, JobHandler handler, WorkerSettings settings, MeterRegistry meters) {
        this(name, queue, handler, settings, MessageSpans.none(queue.design()), meters);
    }

    /** With spans, so that the work on a job is a part of its caller's trace; as the other constructor. */
    public WorkerPool(
            String name,
            JobQueue queue,
            JobHandler handler,
            WorkerSettings settings,
            MessageSpans spans,
            MeterRegistry meters) {
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        JobMeters jobMeters = new JobMeters(meters, name, queue.design());
        processor = new JobProcessor(new TracedHandler(name, handler, spans.over(queue.design())), settings, jobMeters);
        restarts = jobMeters.counter("workers.restarts", "Workers that ended by themselves and were replaced");
        jobMeters.gauge("workers", "Workers", this::count);
        jobMeters.gauge("workers.busy", "Workers that have a job", this::busy);
        jobMeters.gauge(
                "consumer.utilisation",
                "Share of time in which the queue could hand out a job at once, as RabbitMQ defines it",
                utilisation::value);
    }

    /** Starts as many workers as are configured. */
    public void start() {
        resize(settings.count());
    }

    /**
     * Changes the number of workers while they work. Surplus workers finish their job first.
     *
     * @param count 0 to {@link WorkerSettings#MAX_COUNT}
     * @throws IllegalArgumentException when it is out of range
     */
    public void resize(int count) {
        if (count < 0 || count > WorkerSettings.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "count must be from 0 to " + WorkerSettings.MAX_COUNT + ", was " + count);
        }
        List<WorkerPosition> started = new ArrayList<>();
        List<WorkerPosition> stopped = new ArrayList<>();
        synchronized (positions) {
            if (closed) {
                return;
            }
            while (positions.size() < count) {
                WorkerPosition position = new WorkerPosition(
                        ++last, () -> queue.deliveries(settings.prefetch()), this::newWorker, this::restarting);
                positions.add(position);
                started.add(position);
            }
            while (positions.size() > count) {
                stopped.add(positions.remove(positions.size() - 1));
            }
        }
        started.forEach(WorkerPosition::work);
        stopped.forEach(position -> position.stop().subscribe());
    }

    /**
     * Ends one worker in the middle of its job, as a crash of its code would; for drills.
     *
     * @return false when there is no worker
     */
    public boolean killOne() {
        WorkerPosition victim;
        synchronized (positions) {
            victim = positions.stream()
                    .filter(WorkerPosition::busy)
                    .findFirst()
                    .or(() -> positions.stream().findFirst())
                    .orElse(null);
        }
        if (victim == null) {
            return false;
        }
        victim.kill();
        return true;
    }

    /** How many workers there are. */
    public int count() {
        synchronized (positions) {
            return positions.size();
        }
    }

    /** How many jobs the handler has worked on since the start, those included that failed. */
    public long handled() {
        return processor.handled();
    }

    /** What room the workers had since the last call of this method; only one may call it, such as an autoscaler. */
    public Room roomSinceLastLook() {
        return utilisation.sinceLastLook();
    }

    private long busy() {
        synchronized (positions) {
            return positions.stream().filter(WorkerPosition::busy).count();
        }
    }

    /** Stops all workers for good; completes when the last job that was begun is settled. */
    Mono<Void> stop() {
        return Mono.defer(() -> {
            List<WorkerPosition> stopped;
            synchronized (positions) {
                closed = true;
                stopped = List.copyOf(positions);
                positions.clear();
            }
            return Flux.fromIterable(stopped)
                    .flatMap(WorkerPosition::stop, WorkerSettings.MAX_COUNT)
                    .then();
        });
    }

    private Worker newWorker(Consumer<String> onDeath) {
        return new Worker(processor, settings.prefetch(), Schedulers.parallel(), utilisation, onDeath);
    }

    private void restarting(int number, String reason) {
        restarts.increment();
        lastRestart.set(reason);
        log.warn("Worker {} of {} ended and is replaced: {}", number, name, reason);
    }

    /** The figures of now. */
    public Status status() {
        List<Long> done;
        synchronized (positions) {
            done = positions.stream().map(WorkerPosition::done).toList();
        }
        return new Status(
                done.size(),
                (int) busy(),
                settings.prefetch(),
                utilisation.value(),
                (long) restarts.count(),
                lastRestart.get(),
                done);
    }

    /**
     * What room the workers had for jobs.
     *
     * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
     * @param fewest the fewest workers that had room at a time
     */
    public record Room(double utilisation, int fewest) {}

    /**
     * How the workers are.
     *
     * @param busy workers that have a job
     * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
     * @param restarts workers that ended by themselves and were replaced
     * @param lastRestart why the last of them ended
     * @param done jobs settled by each worker: even numbers mean that the work is spread evenly
     */
    public record Status(
            int count,
            int busy,
            int prefetch,
            double utilisation,
            long restarts,
            @Nullable String lastRestart,
            List<Long> done) {}
}
