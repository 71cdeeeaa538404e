package io.dronedelivery.messaging.kafka;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue from any number of threads to one receiver, in order. The items are linked to each other, and the receiver takes all waiting
 * items at once, so under load one context switch serves many items.
 *
 * @param <T> the items; each is in one mailbox at a time
 */
final class MpscMailbox<T extends MpscMailbox.Item> {

    abstract static class Item {
        private @Nullable Item next;
    }

    private static final Logger log = LoggerFactory.getLogger(MpscMailbox.class);
    private static final Item IDLE = new Item() {};

    /** The last item that was added, which links back to the first; null while the receiver has all; or {@link #IDLE}. */
    private final AtomicReference<@Nullable Item> last = new AtomicReference<>(IDLE);

    private final Executor executor;
    private final Consumer<T> receiver;
    private final Consumer<T> refused;

    /**
     * @param executor runs the receiver
     * @param receiver gets the items one after another
     * @param refused gets an item after the executor was shut down, on the thread that adds it
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
                // Read before, because the receiver may pass the item to the next mailbox.
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
    @SuppressWarnings("unchecked") // Only items of this type are added.
    private void accept(Item item, Consumer<T> to) {
        try {
            to.accept((T) item);
        } catch (RuntimeException | Error e) {
            log.error("Lost while it was handed over: {}", item, e);
        }
    }
}
