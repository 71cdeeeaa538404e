package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Calls a handler and turns everything that it throws into an ordinary failure. Reactor rethrows errors of the JVM, such as a class that
 * cannot be found, past all operators, and what a cancellation throws past the operator that cancels; the event would never be settled,
 * and the events of its key behind it never be handled.
 */
final class HandlerCall {

    private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);

    private HandlerCall() {}

    static Mono<Void> of(EventHandler handler, CloudEvent event) {
        return Mono.deferContextual(context -> Mono.create(sink -> {
            try {
                Disposable work = handled(handler, event)
                        .subscribe(
                                nothing -> {},
                                failure -> fail(sink, failure),
                                sink::success,
                                reactor.util.context.Context.of(context));
                sink.onDispose(() -> cancel(work, event));
            } catch (Throwable thrown) {
                fail(sink, thrown);
            }
        }));
    }

    private static Mono<Void> handled(EventHandler handler, CloudEvent event) {
        @Nullable Mono<Void> work = handler.handle(event);
        return work == null ? Mono.error(new IllegalStateException("The handler returned null")) : work;
    }

    private static void cancel(Disposable work, CloudEvent event) {
        try {
            work.dispose();
        } catch (Throwable thrown) {
            log.error("The cancellation of a call for {} has failed", event.getId(), thrown);
        }
    }

    /**
     * Whether a failure is one of the JVM that handles the event, such as a full heap or a class that cannot be loaded, and not the
     * event's. A stack that overflows may well be the event's.
     */
    static boolean isOfTheJvm(Throwable failure) {
        Throwable error = failure instanceof HandlerError wrapped ? wrapped.getCause() : failure;
        return error instanceof LinkageError
                || error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    }

    private static void fail(MonoSink<Void> sink, Throwable failure) {
        sink.error(failure instanceof Error error ? new HandlerError(error) : failure);
    }

    /** An {@link Error} of a handler, which reads like that. */
    private static final class HandlerError extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HandlerError(Error cause) {
            super(cause);
        }

        @Override
        public String toString() {
            return String.valueOf(getCause());
        }
    }
}
