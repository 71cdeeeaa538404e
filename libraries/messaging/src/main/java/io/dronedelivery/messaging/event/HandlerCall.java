package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Calls a handler and turns everything that it throws into an ordinary failure. Reactor rethrows errors of the JVM, such as a class that
 * cannot be found, past all operators; the event would never be settled, and the events of its key behind it never be handled.
 */
final class HandlerCall {

    private HandlerCall() {}

    static Mono<Void> of(EventHandler handler, CloudEvent event) {
        return Mono.deferContextual(context -> Mono.create(sink -> {
            try {
                sink.onDispose(handled(handler, event)
                        .subscribe(
                                nothing -> {},
                                failure -> fail(sink, failure),
                                sink::success,
                                reactor.util.context.Context.of(context)));
            } catch (Throwable thrown) {
                fail(sink, thrown);
            }
        }));
    }

    private static Mono<Void> handled(EventHandler handler, CloudEvent event) {
        @Nullable Mono<Void> work = handler.handle(event);
        return work == null ? Mono.error(new IllegalStateException("The handler returned null")) : work;
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
