package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The workers of this process; their number can be changed at any time. A worker that ends by itself is replaced, and its jobs are
 * delivered again. Any thread may call all methods.
 */
final class WorkerPool {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    private final String name;
    private final JobQueue queue;
    private final RequestReplySettings.WorkerSettings settings;
    private final JobProcessor processor;
    private final ConsumerUtilisation utilisation = new ConsumerUtilisation(System::nanoTime);
    private final ReadableCounter restarts;
    private final AtomicReference<@Nullable String> lastRestart = new AtomicReference<>();
    private final List<WorkerPosition> positions = new ArrayList<>();
    /** All workers that have not ended, with those that have left their place and still have a job. */
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();

    private int last;
    private boolean closed;

    WorkerPool(
            String name,
            JobQueue queue,
            JobHandler handler,
            RequestReplySettings.WorkerSettings settings,
            MessageSpans spans,
            JobMeters meters) {
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        processor = new JobProcessor(name, handler, settings, spans, meters);
        restarts = meters.count("workers.restarts", "Workers that ended by themselves and were replaced");
        meters.gauge("workers", "Workers", this::count);
        meters.gauge("workers.busy", "Workers that have a job", this::busy);
        meters.gauge(
                "consumer.utilisation",
                "Share of time in which the queue could hand out a job at once, as RabbitMQ defines it",
                utilisation::value);
    }

    /** Starts the configured number of workers. */
    void start() {
        resize(settings.count());
    }

    /** See {@link RequestReply#resizeWorkers}. */
    void resize(int count) {
        resize(now -> true, count);
    }

    /** Resizes like {@link #resize(int)} if there are {@code from} workers now, and returns whether there were. */
    boolean resize(int from, int to) {
        return resize(now -> now == from, to);
    }

    private boolean resize(IntPredicate wanted, int count) {
        if (count < 0 || count > RequestReplySettings.WorkerSettings.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "count must be from 0 to " + RequestReplySettings.WorkerSettings.MAX_COUNT + ", was " + count);
        }
        List<WorkerPosition> started = new ArrayList<>();
        List<WorkerPosition> stopped = new ArrayList<>();
        synchronized (positions) {
            if (closed || !wanted.test(positions.size())) {
                return false;
            }
            while (positions.size() < count) {
                WorkerPosition position = new WorkerPosition(
                        ++last, queue::deliveries, this::newWorker, this::restarting, Schedulers.parallel());
                positions.add(position);
                started.add(position);
            }
            while (positions.size() > count) {
                stopped.add(positions.remove(positions.size() - 1));
            }
        }
        started.forEach(WorkerPosition::work);
        stopped.forEach(WorkerPosition::stop);
        return true;
    }

    /** See {@link RequestReply#killWorker}. */
    boolean killOne() {
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

    int count() {
        synchronized (positions) {
            return positions.size();
        }
    }

    /** How many jobs the handler has worked on since the start, with failed ones. */
    long handled() {
        return processor.handled();
    }

    /** The workers' room since the last call of this method; only one caller may use it. */
    ConsumerUtilisation.Room roomSinceLastLook() {
        return utilisation.sinceLastLook();
    }

    private long busy() {
        return workers.stream().filter(Worker::busy).count();
    }

    /** Stops all workers permanently; completes when the last begun job is settled. */
    Mono<Void> stop() {
        return Mono.defer(() -> {
            List<WorkerPosition> stopped;
            synchronized (positions) {
                closed = true;
                stopped = List.copyOf(positions);
                positions.clear();
            }
            stopped.forEach(WorkerPosition::stop);
            return Mono.whenDelayError(workers.stream().map(Worker::ended).toList());
        });
    }

    private Worker newWorker(Consumer<String> onDeath) {
        Worker worker = new Worker(processor, settings.prefetch(), Schedulers.parallel(), utilisation, onDeath);
        workers.add(worker);
        worker.ended().subscribe(nothing -> {}, failure -> {}, () -> workers.remove(worker));
        return worker;
    }

    private void restarting(int number, String reason) {
        restarts.increment();
        lastRestart.set(reason);
        log.warn("Worker {} of {} ended and is replaced: {}", number, name, reason);
    }

    RequestReplyStatus.WorkerStatus status() {
        List<Long> done;
        synchronized (positions) {
            done = positions.stream().map(WorkerPosition::done).toList();
        }
        return new RequestReplyStatus.WorkerStatus(
                done.size(),
                (int) busy(),
                settings.prefetch(),
                utilisation.value(),
                restarts.sum(),
                lastRestart.get(),
                done);
    }
}
