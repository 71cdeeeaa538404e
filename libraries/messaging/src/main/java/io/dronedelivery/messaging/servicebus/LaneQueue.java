package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The events of one lane of one channel that are to be sent. One transfer is under way at a time; events that are offered meanwhile go
 * together in the next one. So an event never waits for a batch to fill, batches grow with the load, and a lane's events keep their order.
 *
 * <p>{@link #offer} may be called by any thread; transfers are put together by one thread at a time, on the lane's {@link SerialExecutor}.
 */
final class LaneQueue {

    private final String channel;
    private final String session;
    private final SenderPool pool;
    private final SerialExecutor executor;
    private final int maxMessages;
    private final long maxBytes;
    private final Queue<PendingEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean underWay = new AtomicBoolean();

    LaneQueue(String channel, String session, SenderPool pool, ServiceBusProperties.Send settings) {
        this.channel = channel;
        this.session = session;
        this.pool = pool;
        this.executor = pool.nextExecutor();
        this.maxMessages = settings.batchMessages();
        this.maxBytes = settings.batchSize().toBytes();
    }

    /** Sends an event with the next transfer; those that are given shortly after it go with it. */
    void offer(PendingEvent event) {
        queue.add(event);
        if (underWay.compareAndSet(false, true)) {
            executor.execute(this::sendNext);
        }
    }

    /** Called when no transfer is under way: by the offer that found none, and at the end of a transfer. */
    private void sendNext() {
        while (!begin()) {
            underWay.set(false);
            // An event that was offered in between has seen a transfer under way.
            if (queue.isEmpty() || !underWay.compareAndSet(false, true)) {
                return;
            }
        }
    }

    /** @return whether there was something for a transfer, which then calls {@link #sendNext} when it has ended */
    private boolean begin() {
        List<PendingEvent> batch = new ArrayList<>();
        Mono<Void> transfer;
        try {
            fill(batch);
            if (batch.isEmpty()) {
                return false;
            }
            transfer = send(batch);
        } catch (Throwable thrown) {
            // An Error too: the lane would never send again.
            batch.forEach(event -> event.fail(thrown));
            return false;
        }
        Transfer end = new Transfer(batch);
        try {
            // The waiting events' subscriptions are what drives this; there is nobody to return a Mono to.
            transfer.subscribe(end);
        } catch (Throwable thrown) {
            end.onError(thrown);
        }
        return true;
    }

    /** What goes together in the next transfer; events that cannot be written end here. */
    private void fill(List<PendingEvent> batch) {
        long bytes = 0;
        PendingEvent event = queue.peek();
        while (event != null && batch.size() < maxMessages) {
            long size = event.hasEnded() ? 0 : size(event);
            if (!batch.isEmpty() && bytes + size > maxBytes) {
                break;
            }
            queue.remove();
            if (size > 0) {
                bytes += size;
                batch.add(event);
            }
            event = queue.peek();
        }
    }

    /** About how many bytes it takes; 0 when it cannot be sent at all. */
    private long size(PendingEvent event) {
        try {
            return CloudEventMessages.size(event.message(session));
        } catch (Throwable unwritable) {
            event.fail(unwritable);
            return 0;
        }
    }

    private Mono<Void> send(List<PendingEvent> batch) {
        List<ServiceBusMessage> messages = new ArrayList<>(batch.size());
        for (PendingEvent event : batch) {
            messages.add(event.message(session));
        }
        Mono<Void> transfer = pool.send(channel, messages, executor);
        return batch.size() == 1
                ? transfer
                // The sizes are estimates, and one large event is no reason to refuse its neighbours.
                : transfer.onErrorResume(EventTooLargeException.class, failure -> oneByOne(batch));
    }

    private Mono<Void> oneByOne(List<PendingEvent> batch) {
        return Flux.fromIterable(batch)
                // With one that has failed those of its key that were published behind it have ended.
                .concatMap(event -> event.hasEnded() ? Mono.empty() : alone(event))
                .then();
    }

    private Mono<Void> alone(PendingEvent event) {
        return pool.send(channel, List.of(event.message(session)), executor)
                .doOnSuccess(done -> event.succeed())
                .onErrorResume(failure -> {
                    event.fail(failure);
                    return Mono.empty();
                });
    }

    private final class Transfer extends BaseSubscriber<Void> {

        private final List<PendingEvent> batch;

        Transfer(List<PendingEvent> batch) {
            this.batch = batch;
        }

        @Override
        protected void hookOnComplete() {
            sendNext();
            for (PendingEvent event : batch) {
                event.succeed();
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            // Before the next transfer, which must not have what was published with them behind them.
            for (PendingEvent event : batch) {
                event.fail(failure);
            }
            sendNext();
        }
    }
}
