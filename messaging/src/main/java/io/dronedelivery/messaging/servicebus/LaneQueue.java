package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The events of one lane of one channel that are to be sent. One transfer is under way at a time; the events that come meanwhile go
 * together in the next one. So an event never waits for others to come, and the more there are the fewer transfers they take. It also keeps
 * a lane's events in their order.
 */
final class LaneQueue {

    private final String channel;
    private final SenderPool pool;
    private final int maxMessages;
    private final long maxBytes;
    private final Queue<PendingEvent> queue = new ConcurrentLinkedQueue<>();
    /** Who raises it from 0 goes round in {@link #drain()}, for all others. */
    private final AtomicInteger rounds = new AtomicInteger();

    private volatile boolean sending;

    LaneQueue(String channel, SenderPool pool, ServiceBusProperties.Send settings) {
        this.channel = channel;
        this.pool = pool;
        this.maxMessages = settings.batchMessages();
        this.maxBytes = settings.batchSize().toBytes();
    }

    /** Puts an event in the line; {@link #drain()} sends it. */
    void offer(PendingEvent event) {
        queue.add(event);
    }

    /** Sends what waits, unless a transfer is under way, whose end does so. */
    void drain() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            if (!sending) {
                List<PendingEvent> batch = next();
                if (!batch.isEmpty()) {
                    sending = true;
                    // The waiting events' subscriptions are what drives this; there is nobody to return a Mono to. The
                    // SDK
                    // answers on the connection's only thread, which has better things to do than to encode what comes
                    // next.
                    send(batch).publishOn(Schedulers.parallel()).subscribe(new Transfer(batch));
                }
            }
            seen = rounds.addAndGet(-seen);
        } while (seen != 0);
    }

    private List<PendingEvent> next() {
        PendingEvent event = queue.peek();
        List<PendingEvent> batch = new ArrayList<>();
        long bytes = 0;
        while (event != null && batch.size() < maxMessages && (batch.isEmpty() || bytes + event.size() <= maxBytes)) {
            queue.remove();
            if (!event.hasEnded()) {
                bytes += event.size();
                batch.add(event);
            }
            event = queue.peek();
        }
        return batch;
    }

    private Mono<Void> send(List<PendingEvent> batch) {
        Mono<Void> transfer =
                pool.send(channel, batch.stream().map(PendingEvent::message).toList());
        return batch.size() == 1
                ? transfer
                // The sizes are estimates, and one large event is no reason to refuse its neighbours.
                : transfer.onErrorResume(EventTooLargeException.class, failure -> oneByOne(batch));
    }

    private Mono<Void> oneByOne(List<PendingEvent> batch) {
        return Flux.fromIterable(batch)
                .concatMap(event -> pool.send(channel, List.of(event.message()))
                        .doOnSuccess(done -> event.succeed())
                        .onErrorResume(failure -> {
                            event.fail(failure);
                            return Mono.empty();
                        }))
                .then();
    }

    private final class Transfer extends BaseSubscriber<Void> {

        private final List<PendingEvent> batch;

        Transfer(List<PendingEvent> batch) {
            this.batch = batch;
        }

        @Override
        protected void hookOnComplete() {
            sending = false;
            drain();
            for (PendingEvent event : batch) {
                event.succeed();
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            sending = false;
            drain();
            for (PendingEvent event : batch) {
                event.fail(failure);
            }
        }
    }
}
