package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallListener;
import io.dronedelivery.gateway.backend.stream.StreamCall;
import io.dronedelivery.gateway.backend.stream.StreamEnd;
import io.dronedelivery.gateway.endpoint.CallerConnection;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Passes the answers of one forward on while they come, a bounded number of them at a time. Any thread may call it. */
final class StreamForwarder {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    /** Within which a caller has to read the end of a stream that ends for others; then it is cut off. */
    private static final Duration TIME_TO_END = Duration.ofSeconds(1);

    private final Backend backend;
    private final Forward.Stream limits;
    private final ForwardMeters calls;
    private final StreamMeters meters;
    private final OpenStreams open;

    StreamForwarder(
            Forward forward, Forward.Stream limits, ForwardMeters calls, StreamMeters meters, OpenStreams open) {
        this.backend = forward.backend();
        this.limits = limits;
        this.calls = calls;
        this.meters = meters;
        this.open = open;
    }

    /**
     * Calls the backend and has its answer written. The error ({@link org.springframework.web.ErrorResponseException}) says why there is
     * none; cancelling cancels the call.
     *
     * @param caller whose token bounds how long it may go on; null when no token was requested
     * @param callerKey who asks, as the limits compare callers
     * @param response to the caller
     * @param whole writes an answer that is complete, since it is no success
     * @param streamed writes the head of an answer, and its body while that comes
     */
    Mono<Void> forward(
            BackendRequest request,
            @Nullable Caller caller,
            Object callerKey,
            ServerHttpResponse response,
            Function<BackendResponse, Mono<Void>> whole,
            BiFunction<BackendResponse, Flux<byte[]>, Mono<Void>> streamed) {
        return Mono.defer(() -> {
            if (!open.mayBegin()) {
                return Mono.error(
                        ProblemException.of(ProblemType.UNAVAILABLE, "The gateway is stopping and begins no streams.")
                                .retryAfter(RETRY_AFTER));
            }
            Run run = new Run(request, response, callerKey, longest(caller));
            if (!meters.places().take(callerKey, run)) {
                String reason = "has " + limits.max() + " streams open, as many as may be";
                calls.record(ForwardMeters.outcome(ProblemType.BACKEND_BUSY), 0);
                return Mono.error(problem(new Busy(reason, RETRY_AFTER, Map.of()), request));
            }
            return run.head()
                    .flatMap(head -> run.call.isStreamed() ? streamed.apply(head, run.call.body()) : whole.apply(head))
                    .doFinally(signal -> run.end());
        });
    }

    /** No longer than the token counts with which it was asked for. */
    private Duration longest(@Nullable Caller caller) {
        Duration left = caller == null ? limits.longest() : Duration.between(Instant.now(), caller.until());
        return left.compareTo(limits.longest()) < 0 ? left : limits.longest();
    }

    private Throwable problem(BackendFailure failure, BackendRequest request) {
        String detail = "Backend '" + backend.name() + "' " + failure.reason() + ".";
        return BackendProblem.of(backend, failure, request.limitedByCaller(), detail);
    }

    /** One call. The listener's methods are called on the event loop of the call, all others by any thread. */
    private final class Run implements CallListener, OpenStreams.Stream, StreamPlaces.Holder {

        private final BackendRequest request;
        private final ServerHttpResponse response;
        private final Object caller;
        private final StreamCall call;
        private final long startedAt = System.nanoTime();
        /** Whether the outcome of the call was recorded. */
        private final AtomicBoolean recorded = new AtomicBoolean();

        private volatile @Nullable MonoSink<BackendResponse> receiver;
        private volatile long begunAt;
        private volatile boolean over;
        private volatile boolean yielded;

        Run(BackendRequest request, ServerHttpResponse response, Object caller, Duration longest) {
            this.caller = caller;
            this.request = request;
            this.response = response;
            this.call = new StreamCall(backend, request, this, limits.idle(), longest);
        }

        Mono<BackendResponse> head() {
            return Mono.create(sink -> {
                receiver = sink;
                open.add(this);
                if (over) {
                    // Cancelled while it was being subscribed.
                    open.remove(this);
                }
                call.start();
            });
        }

        @Override
        public void succeeded(BackendResponse head) {
            begunAt = System.nanoTime();
            record(ForwardMeters.outcome(head));
            if (!open.mayBegin()) {
                call.end(StreamEnd.SHUTDOWN);
            } else if (yielded) {
                endSoon(StreamEnd.YIELDED);
            }
            MonoSink<BackendResponse> sink = receiver;
            if (sink != null) {
                sink.success(head);
            }
        }

        @Override
        public void failed(BackendFailure failure) {
            record(ForwardMeters.outcome(BackendProblem.type(failure, request.limitedByCaller())));
            MonoSink<BackendResponse> sink = receiver;
            if (sink != null) {
                sink.error(problem(failure, request));
            }
        }

        private void record(String outcome) {
            if (recorded.compareAndSet(false, true)) {
                calls.record(outcome, System.nanoTime() - startedAt);
            }
        }

        /** The answer has been written, or will not be. */
        void end() {
            over = true;
            open.remove(this);
            meters.places().giveBack(caller, this);
            call.cancel();
            record(ForwardMeters.CANCELLED);
            if (call.isStreamed()) {
                StreamEnd how = call.ended();
                meters.record(how == null ? StreamEnd.CALLER : how, System.nanoTime() - begunAt);
            }
        }

        @Override
        public void shutDown() {
            endSoon(StreamEnd.SHUTDOWN);
        }

        @Override
        public void yield() {
            yielded = true;
            endSoon(StreamEnd.YIELDED);
        }

        private void endSoon(StreamEnd how) {
            call.end(how);
            backend.timers().schedule(this::close, TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void close() {
            if (!over && call.isStreamed()) {
                CallerConnection.close(response);
            }
        }
    }
}
