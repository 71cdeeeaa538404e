package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** An event that is to be sent, and whose publication it belongs to. */
final class PendingEvent {

    private static final AtomicIntegerFieldUpdater<PendingEvent> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(PendingEvent.class, "ended");

    private final OutboundEvent event;
    private final Publication publication;
    private volatile int ended;

    /** Belongs to the thread that puts transfers of the lane together. */
    private @Nullable ServiceBusMessage message;

    PendingEvent(OutboundEvent event, Publication publication) {
        this.event = event;
        this.publication = publication;
    }

    /**
     * What goes over the wire; made when it is asked for, just before the SDK encodes it, and not when the event comes, often long before.
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

    /** Whether nobody waits for it any more. */
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
            publication.ended(failure);
        }
    }

    /** @return whether it had not ended before */
    boolean end() {
        return ENDED.compareAndSet(this, 0, 1);
    }
}
