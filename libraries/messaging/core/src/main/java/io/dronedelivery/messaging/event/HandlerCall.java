package io.dronedelivery.messaging.event;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/**
 * Calls a handler and turns everything that it throws into an ordinary failure. Reactor rethrows errors of the JVM past all operators, such
 * as a missing class or a stack overflow. It rethrows what a cancellation throws past the operator that cancels. Without this class the
 * caller would wait forever. An exception on another thread of the handler does not reach this class.
 */
public final class HandlerCall {

    private HandlerCall() {}

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
        return Mono.deferContextual(context -> Mono.create(sink -> {
            try {
                Disposable work = handler.get()
                        .subscribe(
                                sink::success,
                                failure -> fail(sink, failure, ofError),
                                sink::success,
                                Context.of(context));
                sink.onDispose(() -> cancel(work, notCancelled));
            } catch (Throwable thrown) {
                fail(sink, thrown, ofError);
            }
        }));
    }

    private static void cancel(Disposable work, Consumer<Throwable> notCancelled) {
        try {
            work.dispose();
        } catch (Throwable thrown) {
            notCancelled.accept(thrown);
        }
    }

    private static void fail(MonoSink<?> sink, Throwable failure, Function<Throwable, Exception> ofError) {
        sink.error(failure instanceof Exception ? failure : ofError.apply(failure));
    }
}
