package io.dronedelivery.messaging.event;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/**
 * Calls a handler and turns everything that it throws into an ordinary failure. Reactor rethrows errors of the JVM, such as a class that
 * cannot be found or a stack that overflows, past all operators, and what a cancellation throws past the operator that cancels: whoever
 * waits for the end of the call would wait for ever. Of what is thrown on another thread of the handler nobody learns here.
 */
public final class HandlerCall {

    private HandlerCall() {}

    /**
     * One call for each subscriber.
     *
     * @param handler is called, and its work subscribed to
     * @param ofError makes the failure of what is thrown and no {@link Exception}
     * @param notCancelled gets what a cancellation has thrown
     * @return what the work gives; cancelling it cancels the work
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
