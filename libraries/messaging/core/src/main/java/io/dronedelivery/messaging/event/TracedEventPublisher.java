package io.dronedelivery.messaging.event;

import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.messaging.trace.TraceContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Makes the publication a part of the current trace, and the receivers' work a part of the publication. An event is sent unchanged when its
 * {@code traceparent} is absent or not sampled. The same holds when the context has no observation: the event keeps its trace.
 */
public final class TracedEventPublisher implements EventPublisher {

    private final EventPublisher publisher;
    private final MessageSpans spans;

    private TracedEventPublisher(EventPublisher publisher, MessageSpans spans) {
        this.publisher = publisher;
        this.spans = spans;
    }

    /**
     * A publisher with spans.
     *
     * @return the publisher itself when tracing is off
     */
    public static EventPublisher of(EventPublisher publisher, MessageSpans spans) {
        return spans.isOff() ? publisher : new TracedEventPublisher(publisher, spans);
    }

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        return isSampled(event)
                ? Mono.deferContextual(
                        context -> publish(List.of(event), context, one -> publisher.publish(one.get(0))))
                : publisher.publish(event);
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        for (OutboundEvent event : events) {
            if (isSampled(event)) {
                return Mono.deferContextual(context -> publish(events, context, publisher::publishAll));
            }
        }
        return publisher.publishAll(events);
    }

    private static boolean isSampled(OutboundEvent event) {
        return TraceContext.isSampled(EventAttributes.extension(event.event(), TraceContext.PARENT));
    }

    /** One span for each channel: events that are published together are sent together. */
    private Mono<Void> publish(List<OutboundEvent> events, ContextView context, Publication publication) {
        Map<String, MessageSpan> begun = new HashMap<>();
        List<OutboundEvent> sent = new ArrayList<>(events.size());
        for (OutboundEvent event : events) {
            MessageSpan span = begun.computeIfAbsent(event.channel(), channel -> spans.publish(channel, context));
            sent.add(span == null || !isSampled(event) ? event : event.within(span));
        }
        return publication
                .of(sent)
                .doOnError(failure -> begun.values().forEach(span -> span.failed(failure)))
                .doFinally(end -> begun.values().forEach(MessageSpan::end));
    }

    private interface Publication {
        Mono<Void> of(List<OutboundEvent> events);
    }
}
