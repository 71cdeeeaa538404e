package io.dronedelivery.messaging.event;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Calls a handler and turns everything that it throws into an ordinary failure. Reactor rethrows errors of the JVM past all operators, such
 * as a missing class or a stack overflow. It rethrows what a cancellation throws past the operator that cancels. Without this class the
 * caller would wait forever. An exception on another thread of the handler does not reach this class.
 *
 * <p>Calls can be nested. What is thrown while the result of an inner call is passed on, on whichever thread, is a failure of the outer
 * call.
 */
public final class HandlerCall {

    private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);

    private HandlerCall() {}

    /** Work of this library around a handler, with the same protection. An {@link Error} is the cause of the failure. */
    public static <T> Mono<T> around(Supplier<Mono<T>> work) {
        return of(work, HandlerError::new, thrown -> log.error("Work was not cancelled in order", thrown));
    }

    /**
     * One call for each subscriber.
     *
     * @param handler is called, and its work subscribed to
     * @param ofError turns a thrown error that is no {@link Exception} into a failure
     * @param notCancelled gets what a cancellation has thrown
     * @return the result of the work; cancelling it cancels the work
     */
    public static <T> Mono<T> of(
            Supplier<Mono<T>> handler, Function<Throwable, Exception> ofError, Consumer<Throwable> notCancelled) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> caller) {
                Call<T> call = new Call<>(caller, ofError, notCancelled);
                caller.onSubscribe(call);
                try {
                    handler.get().subscribe(call);
                } catch (Throwable thrown) {
                    call.fail(thrown);
                }
            }
        };
    }

    /** Ends with the first signal. Signals and cancellations come on any thread. */
    private static final class Call<T> extends Operators.DeferredSubscription implements CoreSubscriber<T> {

        private final CoreSubscriber<? super T> caller;
        private final Function<Throwable, Exception> ofError;
        private final Consumer<Throwable> notCancelled;
        private final @Nullable Call<?> outer;
        private final Context context;
        private final AtomicBoolean ended = new AtomicBoolean();

        Call(
                CoreSubscriber<? super T> caller,
                Function<Throwable, Exception> ofError,
                Consumer<Throwable> notCancelled) {
            this.caller = caller;
            this.ofError = ofError;
            this.notCancelled = notCancelled;
            this.outer = caller.currentContext().getOrDefault(Call.class, null);
            this.context = caller.currentContext().put(Call.class, this);
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onSubscribe(Subscription work) {
            set(work);
        }

        @Override
        public void onNext(T result) {
            if (ended.compareAndSet(false, true)) {
                passOn(() -> {
                    caller.onNext(result);
                    caller.onComplete();
                });
            }
        }

        @Override
        public void onComplete() {
            if (ended.compareAndSet(false, true)) {
                passOn(caller::onComplete);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (ended.compareAndSet(false, true)) {
                passOn(() -> caller.onError(failure instanceof Exception ? failure : ofError.apply(failure)));
            } else if (!isCancelled()) {
                late(failure);
            }
        }

        private void fail(Throwable thrown) {
            if (ended.get()) {
                late(thrown);
            } else {
                cancelWork();
                onError(thrown);
            }
        }

        private static void late(Throwable failure) {
            log.error("Work has failed after its result was passed on", failure);
        }

        private void passOn(Runnable signal) {
            try {
                signal.run();
            } catch (Throwable thrown) {
                if (outer == null) {
                    throw thrown;
                }
                outer.fail(thrown);
            }
        }

        @Override
        public void cancel() {
            ended.set(true);
            cancelWork();
        }

        private void cancelWork() {
            try {
                super.cancel();
            } catch (Throwable thrown) {
                notCancelled.accept(thrown);
            }
        }
    }
}
