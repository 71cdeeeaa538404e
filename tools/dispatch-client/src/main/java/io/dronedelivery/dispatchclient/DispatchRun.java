package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.ParsedAnswer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One run of the client: produces and shows the status, each at its own interval, until it is over. */
final class DispatchRun {

    static final int FINE = 0;
    static final int ERRORS_SEEN = 1;
    static final int NO_DISPATCHER = 3;

    private final DispatchApi api;
    private final ConsoleSettings settings;
    private final Output output;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicBoolean errorsSeen = new AtomicBoolean();
    private volatile long errorsBefore;
    private volatile @Nullable RuntimeException fault;

    DispatchRun(DispatchApi api, ConsoleSettings settings, Output output) {
        this.api = api;
        this.settings = settings;
        this.output = output;
    }

    /** Runs until the settings' ending or {@link #stop}; returns the exit code. */
    int run() throws InterruptedException {
        try {
            DispatchStatus first = api.status().value();
            errorsBefore = first.errors();
            Integer asked = settings.concurrency();
            output.started(settings, asked == null ? first.concurrency() : asked);
        } catch (DispatchException e) {
            output.noDispatcher(settings, e);
            return NO_DISPATCHER;
        }
        ScheduledExecutorService rhythm = Executors.newScheduledThreadPool(2);
        if (settings.produce()) {
            repeat(rhythm, settings.every(), this::produce);
        }
        if (settings.status()) {
            repeat(rhythm, settings.statusEvery(), this::showStatus);
        }
        awaitEnd();
        rhythm.shutdown();
        rhythm.awaitTermination(DispatchApi.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        RuntimeException unforeseen = fault;
        if (unforeseen != null) {
            throw unforeseen;
        }
        if (settings.status() && (settings.produce() || !isDone())) {
            showStatus();
        }
        return errorsSeen.get() ? ERRORS_SEEN : FINE;
    }

    /** Ends the run soon; calls under way are finished first. */
    void stop() {
        over.countDown();
    }

    private void awaitEnd() throws InterruptedException {
        Duration limit = settings.ending().after();
        if (limit == null) {
            over.await();
        } else if (!over.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            stop();
        }
    }

    /** A turn that takes longer than its interval delays the next ones, which then catch up. */
    private void repeat(ScheduledExecutorService rhythm, Duration every, Turn turn) {
        rhythm.scheduleAtFixedRate(() -> take(turn), 0, every.toNanos(), TimeUnit.NANOSECONDS);
    }

    @FunctionalInterface
    private interface Turn {
        void take() throws InterruptedException;
    }

    private void take(Turn turn) {
        try {
            if (over.getCount() > 0) {
                turn.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The interval would otherwise end silently.
            fault = e;
            stop();
        }
        if (output.isClosed()) {
            stop();
        }
    }

    private void produce() throws InterruptedException {
        if (isDone()) {
            return;
        }
        try {
            ParsedAnswer<Production> production = api.produce(settings.count(), settings.concurrency());
            if (!production.value().errors().isEmpty()) {
                errorsSeen.set(true);
            }
            output.produced(production);
        } catch (DispatchException e) {
            failed(e);
        }
        countTurn();
    }

    private void showStatus() throws InterruptedException {
        try {
            ParsedAnswer<DispatchStatus> status = api.status();
            if (status.value().errors() > errorsBefore) {
                errorsSeen.set(true);
            }
            output.status(status);
        } catch (DispatchException e) {
            failed(e);
        }
        if (!settings.produce()) {
            countTurn();
        }
    }

    private void failed(DispatchException failure) {
        errorsSeen.set(true);
        output.failed(failure);
    }

    private void countTurn() {
        turns.incrementAndGet();
        if (isDone()) {
            stop();
        }
    }

    /** Whether all requested turns have been taken. */
    private boolean isDone() {
        Integer times = settings.ending().times();
        return times != null && turns.get() >= times;
    }
}
