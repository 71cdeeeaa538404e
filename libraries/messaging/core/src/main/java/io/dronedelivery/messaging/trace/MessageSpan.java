package io.dronedelivery.messaging.trace;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A span of a message's trace. Any thread may call it; the caller ends it once. */
public final class MessageSpan {

    private final MessageSpans spans;
    private final Observation observation;
    private final Map<String, String> injected;

    /** @param injected the attributes that make the receiver's work a part of this span */
    MessageSpan(MessageSpans spans, Observation observation, Map<String, String> injected) {
        this.spans = spans;
        this.observation = observation;
        this.injected = injected;
    }

    /** Begins the child span for sending the message. */
    public MessageSpan publish(String channel) {
        return spans.publish(channel, observation);
    }

    /** Adds a value that differs for each message, so it must not be a tag of a meter. */
    public MessageSpan with(String name, String value) {
        observation.highCardinalityKeyValue(name, value);
        return this;
    }

    /** The attributes to send with the message, such as {@code traceparent}; empty without a tracer. */
    public Map<String, String> attributes() {
        return Map.copyOf(injected);
    }

    /**
     * The work with this span as the parent of its spans; the span ends with the work.
     *
     * @param failure the failure that a result stands for, or null
     */
    public <T> Mono<T> during(Mono<T> work, Function<T, @Nullable Throwable> failure) {
        return work.doOnNext(result -> failed(failure.apply(result)))
                .doOnError(this::failed)
                .doFinally(end -> end())
                .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, observation));
    }

    /** Marks the span as failed, unless the failure is null. */
    public void failed(@Nullable Throwable failure) {
        if (failure != null) {
            observation.error(failure);
        }
    }

    public void end() {
        observation.stop();
    }
}
