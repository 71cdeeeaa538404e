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
 * The spans of messages that go out together: one from the queue to the last acknowledgement, and within it one from the moment in
 * which they leave the queue.
 */
final class BatchSpans {

    private static final Logger log = LoggerFactory.getLogger(BatchSpans.class);

    /** Of messages whose trace nobody records. */
    private static final BatchSpans NONE = new BatchSpans(null, null);

    private final @Nullable MessageSpans spans;
    private final @Nullable MessageSpan dispatch;
    private @Nullable MessageSpan publish;

    private BatchSpans(@Nullable MessageSpans spans, @Nullable MessageSpan dispatch) {
        this.spans = spans;
        this.dispatch = dispatch;
    }

    /** Begins those of messages that wait from now on; they belong to the trace of the first. */
    static BatchSpans begin(MessageSpans spans, List<OutboundEvent> events) {
        if (spans.isOff()) {
            return NONE;
        }
        OutboundEvent first = events.get(0);
        MessageSpan dispatch = spans.dispatch(first.channel(), name -> EventAttributes.extension(first.event(), name));
        return dispatch == null ? NONE : new BatchSpans(spans, dispatch);
    }

    /** Begins those of messages that have been split from these, and wait on. */
    BatchSpans again(List<OutboundEvent> events) {
        return spans == null ? NONE : begin(spans, events);
    }

    /** The messages as they leave the queue now. */
    List<OutboundEvent> sent(List<OutboundEvent> events) {
        if (dispatch == null) {
            return events;
        }
        MessageSpan sending = dispatch.publish(events.get(0).channel());
        publish = sending;
        return events.stream().map(event -> event.within(sending)).toList();
    }

    /** All sinks have the messages, or with a failure some never will. */
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
            // What a tracer throws must not keep messages that are done in their places.
            log.warn("A span of messages was not ended", thrown);
        }
    }
}
