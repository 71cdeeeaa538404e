package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlaceGroup;
import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.call.SecondAttempt;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.LoopWaiter;
import io.dronedelivery.gateway.limit.Workload;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Fetches all parts at the same time, as soon as their backends have places. The value comes when every part is there or, if optional, has failed; the error
 * ({@link ErrorResponseException}) as soon as a required one has failed; cancelling cancels what is still running.
 *
 * <p>It is a separate operator because it is on the hot path. One object for each subscriber counts the parts down, and one timer waits for the
 * earliest timeout.
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
        subscriber.onSubscribe(new FanOutRun(plan, request, subscriber));
    }

    /**
     * One run, over once it has completed, failed or been cancelled, whichever is first. The inherited number is that of the parts
     * that have not ended; it is negative when the run is over.
     *
     * <p>{@link #request} is called on the request's event loop, which has the timer as well. Parts end on the event loops of their
     * connections, which are mostly the same one; {@link #cancel} may come from any thread. Only the thread that ends the run, by the
     * last part or by {@link #close}, calls the subscriber.
     */
    static final class FanOutRun extends AtomicInteger implements Subscription, Runnable, PartRun {

        private static final int OVER = Integer.MIN_VALUE / 2;

        private final Plan plan;
        private final CoreSubscriber<? super Aggregate> subscriber;
        private final PartCall[] parts;
        private final boolean whole;
        private final Object caller;
        private final long deadline;
        private final EventExecutor timers;
        private final long startedAt;
        private boolean started;
        private volatile boolean cancelled;
        private volatile @Nullable Future<?> timer;
        /** Groups that have waited for places; null as long as none has. */
        private volatile @Nullable Queue<WaitingGroup> waiters;

        private volatile long longestWait;

        FanOutRun(Plan plan, AggregateRequest request, CoreSubscriber<? super Aggregate> subscriber) {
            super(plan.parts().size());
            this.plan = plan;
            this.subscriber = subscriber;
            this.startedAt = System.nanoTime();
            List<PlannedPart> planned = plan.parts();
            this.timers = planned.get(0).part().backend().timers();
            this.parts = new PartCall[planned.size()];
            this.caller = request.callerKey();
            this.deadline = startedAt + request.limit().time().toNanos();
            this.whole = plan.canBeWhole(caller, request.limit().time().toNanos());
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new PartCall(this, planned.get(i), request, startedAt);
            }
        }

        /** There is at most one value, so any demand starts the calls. */
        @Override
        public void request(long n) {
            if (started) {
                return;
            }
            started = true;
            for (PlaceGroup group : plan.groups()) {
                start(group);
            }
            scheduleTimer();
        }

        /** Starts its calls if there are places, or has them wait. A part that failed at once may have ended the run. */
        private void start(PlaceGroup group) {
            boolean mayWait = whole || group.required();
            Workload workload = mayWait ? group.workload() : group.ofIncomplete();
            if (get() < 0) {
                return;
            }
            if (group.backend().tryEnter(workload, group.parts().size())) {
                startCalls(group, 0);
            } else {
                new WaitingGroup(group, mayWait).waitForPlaces();
            }
        }

        /** Each call gives one of the places back, also one that was cancelled and does not start. */
        private void startCalls(PlaceGroup group, long waitedNanos) {
            for (PlannedPart part : group.parts()) {
                parts[part.index()].start(waitedNanos);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (close()) {
                cancelOpenParts(true);
                plan.meters().recordWhole(AggregationOutcome.CANCELLED, elapsed());
            }
        }

        @Override
        public void ended(PartCall part) {
            BackendFailure failure = part.failure();
            if (failure != null && part.planned().part().required()) {
                fail(part.planned(), failure, part.isLimitedByCaller());
            } else if (decrementAndGet() == 0 && close()) {
                complete();
            }
        }

        private void fail(PlannedPart planned, BackendFailure failure, boolean outOfCallersTime) {
            if (!close()) {
                return;
            }
            cancelOpenParts(false);
            end(Plan.failed(planned.part(), failure, outOfCallersTime), failure, outOfCallersTime);
        }

        private void end(ErrorResponseException problem, BackendFailure failure, boolean outOfCallersTime) {
            long elapsed = elapsed();
            plan.meters().recordWhole(AggregationOutcome.of(BackendProblem.type(failure, outOfCallersTime)), elapsed);
            problem.getHeaders()
                    .set(
                            ServerTiming.HEADER,
                            plan.timing().format(nanosOfParts(), longestWait, elapsed, again(), null));
            if (!cancelled) {
                subscriber.onError(problem);
            }
        }

        @Override
        public void record(int part, AggregationOutcome outcome, long nanos) {
            plan.meters().recordPart(part, outcome, nanos);
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

        /** @param callerLeft whether they end because the caller has left */
        private void cancelOpenParts(boolean callerLeft) {
            Queue<WaitingGroup> waiting = waiters;
            if (waiting != null) {
                waiting.forEach(WaitingGroup::abandon);
            }
            for (PartCall part : parts) {
                part.cancel(callerLeft);
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
            plan.meters().recordWhole(complete ? AggregationOutcome.SUCCESS : AggregationOutcome.PARTIAL, elapsed);
            subscriber.onNext(new Aggregate(bodies, failures, nanosOfParts(), longestWait, elapsed, complete, again()));
            subscriber.onComplete();
        }

        /** Reports the failure that says most about what to do: a backend that has failed comes before a backend that is busy. */
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

        private @Nullable SecondAttempt @Nullable [] again() {
            return ServerTiming.again(parts.length, i -> parts[i].secondAttempt());
        }

        private long elapsed() {
            return System.nanoTime() - startedAt;
        }

        /** The latest time at which the calls of a group get their places. */
        private long latestStart(PlaceGroup group, boolean mayWait) {
            if (!mayWait) {
                return startedAt;
            }
            long left = group.required()
                    ? deadline - startedAt
                    : Math.min(
                            deadline - startedAt, group.first().part().timeout().toNanos());
            return startedAt + group.backend().nanosToWait(group.workload(), left);
        }

        /** Parts that found no room at their backend. */
        private final class WaitingGroup extends LoopWaiter {

            private final PlaceGroup group;

            WaitingGroup(PlaceGroup group, boolean mayWait) {
                super(
                        group.backend().limit(),
                        timers,
                        group.workload(),
                        group.parts().size(),
                        caller,
                        latestStart(group, mayWait));
                this.group = group;
            }

            void waitForPlaces() {
                if (!enter()) {
                    return;
                }
                remember();
                if (FanOutRun.this.get() < 0) {
                    // Its end, on another thread, may have come before there was something to abandon.
                    abandon();
                }
            }

            private void remember() {
                Queue<WaitingGroup> others = waiters;
                if (others == null) {
                    others = new ConcurrentLinkedQueue<>();
                    waiters = others;
                }
                others.add(this);
            }

            @Override
            protected void granted(long waitedNanos) {
                longestWait = Math.max(longestWait, waitedNanos);
                startCalls(group, Math.max(1, waitedNanos));
                stopTimer();
                scheduleTimer();
            }

            @Override
            protected void refused(Entry why) {
                longestWait = Math.max(longestWait, System.nanoTime() - startedAt);
                Busy busy = group.backend().refused(why, group.workload());
                for (PlannedPart part : group.parts()) {
                    parts[part.index()].refuse(busy);
                }
            }
        }
    }
}
