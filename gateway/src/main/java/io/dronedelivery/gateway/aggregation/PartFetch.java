package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.LoopWaiter;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * One call of a part that belongs to no single request: several share it, or it replaces a stale answer. Its time is that of the part. The
 * value is the call when it has ended, with an answer or a failure.
 */
final class PartFetch extends Mono<PartCall> {

    private final PlannedPart planned;
    private final AggregateRequest request;
    private final boolean mayWait;

    /**
     * @param request has the values and the headers of the call
     * @param mayWait whether it waits for a place at the backend
     */
    PartFetch(PlannedPart planned, AggregateRequest request, boolean mayWait) {
        this.planned = planned;
        this.request =
                request.with(request.values(), new TimeLimit(planned.part().timeout(), false));
        this.mayWait = mayWait;
    }

    @Override
    public void subscribe(CoreSubscriber<? super PartCall> subscriber) {
        subscriber.onSubscribe(new PartFetchRun(subscriber));
    }

    /** The event loop on which it was made owns it; the end of the call and a cancellation are handed over to it. */
    private final class PartFetchRun implements Subscription, Runnable, PartRun {

        private final CoreSubscriber<? super PartCall> subscriber;
        private final Backend backend = planned.part().backend();
        private final EventExecutor loop = backend.timers();
        private final PartCall call = new PartCall(this, planned, request, System.nanoTime());
        private boolean begun;
        private boolean over;
        private @Nullable PlaceForCall waiting;
        private @Nullable Future<?> timer;

        PartFetchRun(CoreSubscriber<? super PartCall> subscriber) {
            this.subscriber = subscriber;
        }

        /** There is one value, so any demand starts the call. */
        @Override
        public void request(long n) {
            onLoop(() -> {
                if (!begun && !over) {
                    begun = true;
                    begin();
                }
            });
        }

        private void begin() {
            call.findKept();
            if (backend.tryEnter(planned.workload(), 1)) {
                call.start(0);
                scheduleTimer();
            } else if (mayWait) {
                waiting = new PlaceForCall();
                waiting.enter();
            } else {
                call.refuse(backend.refused(Entry.QUEUE_FULL, planned.workload()));
            }
        }

        private void scheduleTimer() {
            long left = call.remainingAt(System.nanoTime());
            if (!over && left != Long.MAX_VALUE) {
                timer = loop.schedule(this, Math.max(0, left), TimeUnit.NANOSECONDS);
            }
        }

        /** The time of the call is over. */
        @Override
        public void run() {
            call.timeOutAt(System.nanoTime());
            scheduleTimer();
        }

        @Override
        public void ended(PartCall ended) {
            onLoop(() -> {
                if (close()) {
                    subscriber.onNext(ended);
                    subscriber.onComplete();
                }
            });
        }

        @Override
        public void cancel() {
            onLoop(() -> {
                if (close()) {
                    call.cancel(true);
                }
            });
        }

        private boolean close() {
            if (over) {
                return false;
            }
            over = true;
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
            if (waiting != null) {
                waiting.abandon();
            }
            return true;
        }

        /** The requests that use the answer record their parts. */
        @Override
        public void record(int part, AggregationOutcome outcome, long nanos) {}

        private void onLoop(Runnable task) {
            if (loop.inEventLoop()) {
                task.run();
            } else {
                loop.execute(task);
            }
        }

        private final class PlaceForCall extends LoopWaiter {

            PlaceForCall() {
                super(
                        backend.limit(),
                        loop,
                        planned.workload(),
                        1,
                        request.callerKey(),
                        System.nanoTime()
                                + backend.nanosToWait(
                                        planned.workload(),
                                        request.limit().time().toNanos()));
            }

            @Override
            protected void granted(long waitedNanos) {
                // A cancelled call gives its place back.
                call.start(Math.max(1, waitedNanos));
                scheduleTimer();
            }

            @Override
            protected void refused(Entry why) {
                call.refuse(backend.refused(why, planned.workload()));
            }
        }
    }
}
