package io.dronedelivery.messaging.trace;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What happens to a message, from its begin to its end, as a span of the message's trace. */
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

    /** Begins the sending of the message as a part of this. */
    public MessageSpan publish(String channel) {
        return spans.publish(channel, observation);
    }

    /** Adds a detail that is different for each message. */
    public MessageSpan with(String name, String value) {
        observation.highCardinalityKeyValue(name, value);
        return this;
    }

    /** The attributes of the trace that the message gets when it is sent, such as {@code traceparent}; perhaps none. */
    public Map<String, String> attributes() {
        return Map.copyOf(injected);
    }

    /**
     * Does work as a part of this, which ends with it.
     *
     * @param failure what a result means: null when all is well
     */
    public <T> Mono<T> during(Mono<T> work, Function<T, @Nullable Throwable> failure) {
        return work.doOnNext(result -> failed(failure.apply(result)))
                .doOnError(this::failed)
                .doFinally(end -> end())
                .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, observation));
    }

    /** Says that it did not go well; nothing is said with null. */
    public void failed(@Nullable Throwable failure) {
        if (failure != null) {
            observation.error(failure);
        }
    }

    /** Ends it. */
    public void end() {
        observation.stop();
    }
}
