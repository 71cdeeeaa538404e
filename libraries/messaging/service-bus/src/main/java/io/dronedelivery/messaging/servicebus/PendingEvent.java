package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** An event that waits to be sent, and its publication. It ends once; any thread may end it. */
final class PendingEvent {

    private static final AtomicIntegerFieldUpdater<PendingEvent> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(PendingEvent.class, "ended");

    private final OutboundEvent event;
    private final Publication publication;
    private final int number;
    private volatile int ended;

    /** Used only by the thread that makes the lane's transfers. */
    private @Nullable ServiceBusMessage message;

    /** @param number its place in the publication, from 0 */
    PendingEvent(OutboundEvent event, Publication publication, int number) {
        this.event = event;
        this.publication = publication;
        this.number = number;
    }

    /**
     * The event's message. It is made at the first call, just before the SDK encodes it: an event may wait long, and a message takes
     * memory.
     *
     * @param session the event's lane
     * @throws RuntimeException when the event's data cannot be written
     */
    ServiceBusMessage message(String session) {
        ServiceBusMessage made = message;
        if (made == null) {
            made = CloudEventMessages.write(event.event(), session);
            message = made;
        }
        return made;
    }

    /** Whether it was confirmed, failed or cancelled. */
    boolean hasEnded() {
        return ended != 0;
    }

    void succeed() {
        if (end()) {
            publication.ended(null);
        }
    }

    void fail(Throwable failure) {
        if (end()) {
            // Wrapped as an exception, since Reactor throws some Errors instead of passing them on.
            Throwable reported = failure instanceof Error
                    ? new IllegalStateException(
                            "The event " + event.event().getId() + " was not sent: " + failure, failure)
                    : failure;
            publication.endThoseBehind(this, reported);
            publication.ended(reported);
        }
    }

    int number() {
        return number;
    }

    /** Whether the two events must stay in order. */
    boolean belongsTo(PendingEvent other) {
        return event.channel().equals(other.event.channel()) && event.key().equals(other.event.key());
    }

    /** @return false when it had ended before */
    boolean end() {
        return ENDED.compareAndSet(this, 0, 1);
    }
}
