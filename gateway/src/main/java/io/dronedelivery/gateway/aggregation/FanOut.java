package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.BackendFailure;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Fetches all parts at the same time. The value comes when every part is there or, if optional, has failed; the error
 * ({@link ErrorResponseException}) as soon as a required one has failed; cancelling cancels what is still running.
 *
 * <p>It is an operator of its own because it is on the hot path: one object for each subscriber counts the parts down, and one timer
 * waits for the part whose time ends first.
 */
final class FanOut extends Mono<Aggregate> {

    private final Plan plan;
    private final AggregateRequest request;

    FanOut(Plan plan, AggregateRequest request) {
        this.plan = plan;
        this.request = request;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Aggregate> subscriber) {
        subscriber.onSubscribe(new Run(plan, request, subscriber));
    }

    /**
     * One run, over once it has completed, failed or been cancelled, whichever is first. The inherited number is that of the parts
     * that have not ended; it is negative when the run is over.
     *
     * <p>{@link #request} is called on the request's event loop, which has the timer as well. Parts end on the event loops of their
     * connections, which are mostly the same one; {@link #cancel} may come from any thread. Only the thread that ends the run, by the
     * last part or by {@link #close}, calls the subscriber.
     */
    static final class Run extends AtomicInteger implements Subscription, Runnable {

        private static final int OVER = Integer.MIN_VALUE / 2;

        private final Plan plan;
        private final CoreSubscriber<? super Aggregate> subscriber;
        private final PartCall[] parts;
        private final EventExecutor timers;
        private final long startedAt;
        private boolean started;
        private volatile boolean cancelled;
        private volatile @Nullable Future<?> timer;

        Run(Plan plan, AggregateRequest request, CoreSubscriber<? super Aggregate> subscriber) {
            super(plan.parts().size());
            this.plan = plan;
            this.subscriber = subscriber;
            this.startedAt = System.nanoTime();
            List<PlannedPart> planned = plan.parts();
            this.timers = planned.get(0).part().backend().timers();
            this.parts = new PartCall[planned.size()];
            boolean whole = plan.canBeWhole();
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new PartCall(this, planned.get(i), whole, request, startedAt);
            }
        }

        /** There is at most one value, so any demand starts the calls. */
        @Override
        public void request(long n) {
            if (started) {
                return;
            }
            started = true;
            scheduleTimer();
            for (PartCall part : parts) {
                // A part that failed at once may have ended the run; a cancelled call does not start.
                part.start();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (close()) {
                cancelOpenParts();
                plan.meters().recordWhole(Outcome.CANCELLED, elapsed());
            }
        }

        /** A part is there, or is optional and has failed. */
        void partEnded() {
            if (decrementAndGet() == 0 && close()) {
                complete();
            }
        }

        /** A required part has failed. */
        void fail(PlannedPart planned, BackendFailure failure, boolean outOfCallersTime) {
            if (!close()) {
                return;
            }
            cancelOpenParts();
            end(Plan.failed(planned.part(), failure, outOfCallersTime), failure, outOfCallersTime);
        }

        private void end(ErrorResponseException problem, BackendFailure failure, boolean outOfCallersTime) {
            long elapsed = elapsed();
            plan.meters().recordWhole(Outcome.of(BackendProblem.type(failure, outOfCallersTime)), elapsed);
            problem.getHeaders().set(ServerTiming.HEADER, plan.timing().format(nanosOfParts(), elapsed));
            if (!cancelled) {
                subscriber.onError(problem);
            }
        }

        AggregationMeters meters() {
            return plan.meters();
        }

        /** The time of at least one part is over. */
        @Override
        public void run() {
            long now = System.nanoTime();
            for (PartCall part : parts) {
                part.timeOutAt(now);
            }
            scheduleTimer();
        }

        private void scheduleTimer() {
            long now = System.nanoTime();
            long earliest = Long.MAX_VALUE;
            for (PartCall part : parts) {
                earliest = Math.min(earliest, part.remainingAt(now));
            }
            if (earliest == Long.MAX_VALUE || get() < 0) {
                return;
            }
            timer = timers.schedule(this, Math.max(0, earliest), TimeUnit.NANOSECONDS);
            if (get() < 0) {
                stopTimer();
            }
        }

        private void stopTimer() {
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
        }

        /** Ends the run. True if this call has ended it. */
        private boolean close() {
            int open = get();
            while (open >= 0) {
                if (compareAndSet(open, OVER)) {
                    stopTimer();
                    return true;
                }
                open = get();
            }
            return false;
        }

        private void cancelOpenParts() {
            for (PartCall part : parts) {
                part.cancel();
            }
        }

        private void complete() {
            long elapsed = elapsed();
            byte[][] bodies = new byte[parts.length][];
            BackendFailure[] failures = new BackendFailure[parts.length];
            int missing = 0;
            for (int i = 0; i < parts.length; i++) {
                bodies[i] = parts[i].body();
                failures[i] = parts[i].failure();
                missing += failures[i] == null ? 0 : 1;
            }
            if (parts.length - missing < plan.minParts()) {
                tooFew(failures);
                return;
            }
            boolean complete = missing == 0;
            plan.meters().recordWhole(complete ? Outcome.SUCCESS : Outcome.PARTIAL, elapsed);
            subscriber.onNext(new Aggregate(bodies, failures, nanosOfParts(), elapsed, complete));
            subscriber.onComplete();
        }

        /** Of the failures the one is told that says most about what to do: a backend that has failed before one that is busy. */
        private void tooFew(@Nullable BackendFailure[] failures) {
            int worst = TooFewParts.worst(failures);
            BackendFailure failure = Objects.requireNonNull(failures[worst], "a part is missing");
            Part part = plan.parts().get(worst).part();
            boolean outOfCallersTime = parts[worst].isLimitedByCaller();
            ErrorResponseException problem = Plan.failed(part, failure, outOfCallersTime);
            problem.getBody().setProperty(AggregateBody.UNAVAILABLE, TooFewParts.entries(plan.parts(), failures));
            end(problem, failure, outOfCallersTime);
        }

        private long[] nanosOfParts() {
            long[] nanos = new long[parts.length];
            for (int i = 0; i < parts.length; i++) {
                nanos[i] = parts[i].nanos();
            }
            return nanos;
        }

        private long elapsed() {
            return System.nanoTime() - startedAt;
        }
    }
}
