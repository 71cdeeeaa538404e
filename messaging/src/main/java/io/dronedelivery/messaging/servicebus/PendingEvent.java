package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.MonoSink;

/** An event that is to be sent, and who waits for it. */
final class PendingEvent extends AtomicBoolean {

    private static final long serialVersionUID = 1L;

    private final transient ServiceBusMessage message;
    private final int size;
    private final transient MonoSink<Void> sink;
    private final transient Runnable atEnd;

    /**
     * @param size about how many bytes it takes
     * @param atEnd runs once, whatever the end is
     */
    PendingEvent(ServiceBusMessage message, int size, MonoSink<Void> sink, Runnable atEnd) {
        this.message = message;
        this.size = size;
        this.sink = sink;
        this.atEnd = atEnd;
        sink.onCancel(this::end);
    }

    ServiceBusMessage message() {
        return message;
    }

    int size() {
        return size;
    }

    /** Whether nobody waits for it any more. */
    boolean hasEnded() {
        return get();
    }

    void succeed() {
        if (end()) {
            sink.success();
        }
    }

    void fail(Throwable failure) {
        if (end()) {
            sink.error(failure);
        }
    }

    private boolean end() {
        boolean first = compareAndSet(false, true);
        if (first) {
            atEnd.run();
        }
        return first;
    }
}
