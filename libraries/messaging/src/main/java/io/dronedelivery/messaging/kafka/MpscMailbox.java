package io.dronedelivery.messaging.kafka;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue from any number of threads to one receiver, in order. The items are linked to each other, and the receiver takes all that
 * wait at once, so under load one switch of threads serves many items.
 *
 * @param <T> what is handed over; it is in one mailbox at a time
 */
final class MpscMailbox<T extends MpscMailbox.Item> {

    /** An item of the queue. */
    abstract static class Item {
        private @Nullable Item next;
    }

    private static final Logger log = LoggerFactory.getLogger(MpscMailbox.class);
    private static final Item IDLE = new Item() {};

    /** The last that was added, from which the chain leads to the first; null while the receiver has all; or {@link #IDLE}. */
    private final AtomicReference<@Nullable Item> last = new AtomicReference<>(IDLE);

    private final Executor executor;
    private final Consumer<T> receiver;
    private final Consumer<T> refused;

    /**
     * @param executor where the receiver runs
     * @param receiver gets one after another
     * @param refused gets, on the thread that adds it, an item after the executor was shut down
     */
    MpscMailbox(Executor executor, Consumer<T> receiver, Consumer<T> refused) {
        this.executor = executor;
        this.receiver = receiver;
        this.refused = refused;
    }

    void add(T thing) {
        Item item = thing;
        @Nullable Item before;
        do {
            before = last.get();
            item.next = before == IDLE ? null : before;
        } while (!last.compareAndSet(before, item));
        if (before == IDLE) {
            start();
        }
    }

    private void start() {
        try {
            executor.execute(() -> drain(receiver));
        } catch (RejectedExecutionException e) {
            drain(refused);
        }
    }

    private void drain(Consumer<T> to) {
        do {
            for (Item next = inOrder(last.getAndSet(null)); next != null; ) {
                Item now = next;
                // Read before, for the receiver may hand it over to the next one.
                next = now.next;
                now.next = null;
                accept(now, to);
            }
        } while (!last.compareAndSet(null, IDLE));
    }

    private static @Nullable Item inOrder(@Nullable Item newest) {
        @Nullable Item first = null;
        for (Item next = newest; next != null; ) {
            Item now = next;
            next = now.next;
            now.next = first;
            first = now;
        }
        return first;
    }

    /** An exception for one item must not keep the others from the receiver. */
    @SuppressWarnings("unchecked") // Only such things are added.
    private void accept(Item item, Consumer<T> to) {
        try {
            to.accept((T) item);
        } catch (RuntimeException | Error e) {
            log.error("Lost while it was handed over: {}", item, e);
        }
    }
}
