package io.dronedelivery.requestreply.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Sends the items that are added during the current batches together in the next batch, as a database's group commit does. A single item
 * does not wait, and under load many items share one round trip. The callers' requests in flight limit the number of waiting items. Any
 * thread may add items.
 *
 * @param <T> the items
 */
final class Batcher<T> {

    private final int maxItems;
    private final int maxBytes;
    private final int concurrency;
    private final ToIntFunction<T> size;
    private final Function<List<T>, Mono<Map<T, Throwable>>> send;
    private final Queue<Entry<T>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger signals = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * @param maxItems of a batch
     * @param maxBytes of a batch, unless one item is larger than that
     * @param concurrency the most batches in flight
     * @param size of an item, in bytes
     * @param send sends a batch; returns the refused items with the reason, or fails for all of them
     */
    Batcher(
            int maxItems,
            int maxBytes,
            int concurrency,
            ToIntFunction<T> size,
            Function<List<T>, Mono<Map<T, Throwable>>> send) {
        this.maxItems = maxItems;
        this.maxBytes = maxBytes;
        this.concurrency = concurrency;
        this.size = size;
        this.send = send;
    }

    /** Sends an item with the next batch. A cancellation before that withdraws the item; a later one has no effect. */
    Mono<Void> send(T item) {
        return Mono.create(sink -> {
            Entry<T> entry = new Entry<>(item, sink);
            waiting.add(entry);
            sink.onCancel(() -> waiting.remove(entry));
            drain();
        });
    }

    /** One thread at a time builds batches. */
    private void drain() {
        if (signals.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            while (inFlight.get() < concurrency) {
                List<Entry<T>> batch = take();
                if (batch.isEmpty()) {
                    break;
                }
                inFlight.incrementAndGet();
                dispatch(batch);
            }
            seen = signals.addAndGet(-seen);
        }
    }

    private List<Entry<T>> take() {
        List<Entry<T>> batch = new ArrayList<>();
        int bytes = 0;
        for (Entry<T> next = waiting.peek(); next != null && batch.size() < maxItems; next = waiting.peek()) {
            int more = size.applyAsInt(next.item);
            if (bytes + more > maxBytes && !batch.isEmpty()) {
                break;
            }
            // It may just have been cancelled.
            if (waiting.remove(next)) {
                batch.add(next);
                bytes += more;
            }
        }
        return batch;
    }

    private void dispatch(List<Entry<T>> batch) {
        Mono.defer(() -> send.apply(batch.stream().map(entry -> entry.item).toList()))
                .subscribe(refused -> end(batch, refused::get), failure -> end(batch, item -> failure));
    }

    private void end(List<Entry<T>> batch, Function<T, @Nullable Throwable> outcome) {
        inFlight.decrementAndGet();
        for (Entry<T> entry : batch) {
            Throwable failure = outcome.apply(entry.item);
            if (failure == null) {
                entry.sink.success();
            } else {
                entry.sink.error(failure);
            }
        }
        drain();
    }

    /** How many items wait for the next batch. */
    int waiting() {
        return waiting.size();
    }

    /** Not a record, because two entries are never equal. */
    private record Entry<T>(T item, MonoSink<Void> sink) {}
}
