package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallHandle;
import io.dronedelivery.gateway.backend.call.CallListener;
import io.dronedelivery.gateway.backend.call.Hedge;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.LoopWaiter;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * One call to a backend, as soon as that has a place for it. The value is its answer, whatever the status; the error ({@link
 * org.springframework.web.ErrorResponseException}) says why there is none; cancelling cancels the call.
 */
final class ForwardedCall extends Mono<BackendResponse> {

    private final Backend backend;
    private final BackendRequest request;
    private final @Nullable Hedge hedge;
    private final Object caller;
    private final ForwardMeters meters;

    /**
     * @param hedge when the call is sent a second time, null for never
     * @param caller who asks, as the limits compare callers
     */
    ForwardedCall(Backend backend, BackendRequest request, @Nullable Hedge hedge, Object caller, ForwardMeters meters) {
        this.backend = backend;
        this.request = request;
        this.hedge = hedge;
        this.caller = caller;
        this.meters = meters;
    }

    @Override
    public void subscribe(CoreSubscriber<? super BackendResponse> subscriber) {
        subscriber.onSubscribe(new Run(subscriber));
    }

    static ErrorResponseException problem(Backend backend, BackendFailure failure, boolean limitedByCaller) {
        String detail = "Backend '" + backend.name() + "' " + failure.reason() + ".";
        return BackendProblem.of(backend, failure, limitedByCaller, detail);
    }

    /**
     * One run. The call decides who ends it, see {@link CallHandle}; so the subscriber is called once, on the thread that ends the call.
     */
    private final class Run implements Subscription, CallListener, Runnable {

        private final CoreSubscriber<? super BackendResponse> subscriber;
        private final CallHandle call = CallHandle.of(backend, request, hedge, this);
        private final long startedAt = System.nanoTime();
        private final EventExecutor loop = backend.timers();
        private boolean started;
        private volatile boolean ended;
        private volatile @Nullable Future<?> timer;
        /** Null when the call has not had to wait. */
        private volatile @Nullable Waiting waiter;

        Run(CoreSubscriber<? super BackendResponse> subscriber) {
            this.subscriber = subscriber;
        }

        /** There is at most one value, so any demand starts the call. */
        @Override
        public void request(long n) {
            if (started) {
                return;
            }
            started = true;
            long remaining = Math.max(0, request.expiresAt() - System.nanoTime());
            timer = loop.schedule(this, remaining, TimeUnit.NANOSECONDS);
            if (backend.tryEnter(request.workload(), 1)) {
                call.start(request.expiresAt(), request.limitedByCaller(), 0);
            } else {
                waitForPlace(remaining);
            }
        }

        private void waitForPlace(long remaining) {
            long latest = System.nanoTime() + backend.nanosToWait(request.workload(), remaining);
            Waiting waiting = new Waiting(latest);
            waiter = waiting;
            if (waiting.enter() && ended) {
                waiting.abandon();
            }
        }

        @Override
        public void cancel() {
            if (call.cancel(true)) {
                end(ForwardMeters.CANCELLED);
            }
        }

        /** Its time is over. */
        @Override
        public void run() {
            call.timeOut();
        }

        @Override
        public void succeeded(BackendResponse response) {
            end(ForwardMeters.outcome(response));
            subscriber.onNext(response);
            subscriber.onComplete();
        }

        @Override
        public void failed(BackendFailure failure) {
            end(ForwardMeters.outcome(BackendProblem.type(failure, request.limitedByCaller())));
            subscriber.onError(problem(backend, failure, request.limitedByCaller()));
        }

        private void end(String outcome) {
            ended = true;
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
            Waiting waiting = waiter;
            if (waiting != null) {
                waiting.abandon();
            }
            meters.record(outcome, System.nanoTime() - startedAt);
        }

        /** The call, as long as it has no place. */
        private final class Waiting extends LoopWaiter {

            Waiting(long latest) {
                super(backend.limit(), loop, request.workload(), 1, caller, latest);
            }

            @Override
            protected void granted(long waitedNanos) {
                call.start(request.expiresAt(), request.limitedByCaller(), Math.max(1, waitedNanos));
            }

            @Override
            protected void refused(Entry why) {
                call.refuse(backend.refused(why, request.workload()));
            }
        }
    }
}
