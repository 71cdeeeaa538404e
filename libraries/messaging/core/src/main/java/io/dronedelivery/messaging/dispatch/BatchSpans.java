package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spans of messages that are sent together. One span lasts from the queue to the last acknowledgement. Its child span begins when the
 * messages leave the queue.
 */
final class BatchSpans {

    private static final Logger log = LoggerFactory.getLogger(BatchSpans.class);

    /** For messages whose trace is not recorded. */
    private static final BatchSpans NONE = new BatchSpans(null, null);

    private final @Nullable MessageSpans spans;
    private final @Nullable MessageSpan dispatch;
    private @Nullable MessageSpan publish;

    private BatchSpans(@Nullable MessageSpans spans, @Nullable MessageSpan dispatch) {
        this.spans = spans;
        this.dispatch = dispatch;
    }

    /** Begins the spans of messages that now wait; the spans belong to the trace of the first message. */
    static BatchSpans begin(MessageSpans spans, List<OutboundEvent> events) {
        if (spans.isOff()) {
            return NONE;
        }
        OutboundEvent first = events.get(0);
        MessageSpan dispatch = spans.dispatch(first.channel(), name -> EventAttributes.extension(first.event(), name));
        return dispatch == null ? NONE : new BatchSpans(spans, dispatch);
    }

    /** Begins the spans of messages that were split from these and continue to wait. */
    BatchSpans again(List<OutboundEvent> events) {
        return spans == null ? NONE : begin(spans, events);
    }

    /** The messages with the trace of the child span, which begins when they leave the queue. */
    List<OutboundEvent> sent(List<OutboundEvent> events) {
        if (dispatch == null) {
            return events;
        }
        MessageSpan sending = dispatch.publish(events.get(0).channel());
        publish = sending;
        return events.stream().map(event -> event.within(sending)).toList();
    }

    /** Ends the spans: all sinks have the messages, or a failure says why some sink never will. */
    void end(@Nullable Throwable failure) {
        end(publish, failure);
        end(dispatch, failure);
    }

    private static void end(@Nullable MessageSpan span, @Nullable Throwable failure) {
        if (span == null) {
            return;
        }
        try {
            span.failed(failure);
            span.end();
        } catch (Throwable thrown) {
            // An exception of a tracer must not keep finished messages in flight.
            log.warn("A span of messages was not ended", thrown);
        }
    }
}
