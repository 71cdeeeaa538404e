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
 * The events of one lane of one channel that wait to be sent. One transfer is under way at a time; events that are offered meanwhile go
 * together in the next one. So an event never waits for a batch to fill, batches grow with the load, and a lane's events keep their order.
 *
 * <p>Any thread may call {@link #offer}. One thread at a time builds transfers, on the lane's {@link SerialExecutor}.
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

    /** Sends an event with the next transfer, together with events that are offered shortly after it. */
    void offer(PendingEvent event) {
        queue.add(event);
        if (underWay.compareAndSet(false, true)) {
            executor.execute(this::sendNext);
        }
    }

    /** Starts the next transfer. Called when no transfer is under way: by the offer that found none, and at the end of a transfer. */
    private void sendNext() {
        while (!begin()) {
            underWay.set(false);
            // An event that was offered in between has seen a transfer under way.
            if (queue.isEmpty() || !underWay.compareAndSet(false, true)) {
                return;
            }
        }
    }

    /** @return whether a transfer has begun, which calls {@link #sendNext} at its end */
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
            // Catches Errors too, or the lane would never send again.
            batch.forEach(event -> event.fail(thrown));
            return false;
        }
        Transfer end = new Transfer(batch);
        try {
            // The subscriptions of the waiting events drive this; no caller could receive a Mono.
            transfer.subscribe(end);
        } catch (Throwable thrown) {
            end.onError(thrown);
        }
        return true;
    }

    /** Adds the events of the next transfer to the batch; events that cannot be written end here. */
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

    /** The estimated size in bytes; 0 when the event cannot be sent at all. */
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
                // Events behind a failed one of their key have already ended.
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
            // Runs before the next transfer, which must not contain later events of the failed keys.
            for (PendingEvent event : batch) {
                event.fail(failure);
            }
            sendNext();
        }
    }
}
