package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;

/** One call of a sink. It ends once: with success, a failure or a timeout. */
final class SinkCall implements CoreSubscriber<Void> {

    private static final Logger log = LoggerFactory.getLogger(SinkCall.class);
    private static final AtomicIntegerFieldUpdater<SinkCall> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(SinkCall.class, "ended");

    private final SinkWriter writer;
    private final List<EventBatch> batches;
    private final int messages;
    private final int attempt;
    private final long startedAt = System.nanoTime();
    private volatile @Nullable Subscription call;
    private volatile int ended;

    SinkCall(SinkWriter writer, List<EventBatch> batches, int messages, int attempt) {
        this.writer = writer;
        this.batches = batches;
        this.messages = messages;
        this.attempt = attempt;
    }

    List<OutboundEvent> events() {
        if (batches.size() == 1) {
            return batches.get(0).events();
        }
        List<OutboundEvent> events = new ArrayList<>(messages);
        batches.forEach(batch -> events.addAll(batch.events()));
        return events;
    }

    List<EventBatch> batches() {
        return batches;
    }

    int messages() {
        return messages;
    }

    /** The number of the attempt; 1 for the first. */
    int attempt() {
        return attempt;
    }

    /** Gives the call up when it began longer ago than the given time. */
    void giveUpAfter(long nanos, long now) {
        if (now - startedAt > nanos && ENDED.compareAndSet(this, 0, 1)) {
            cancel();
            writer.failed(this, writer.timedOut());
        }
    }

    /** An exception of a sink must keep neither its messages in flight nor other overdue calls from ending. */
    private void cancel() {
        Subscription running = call;
        try {
            if (running != null) {
                running.cancel();
            }
        } catch (Throwable thrown) {
            log.error("{}: the cancellation of an overdue call has failed", writer.name(), thrown);
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        call = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Void nothing) {
        throw new IllegalStateException("There are no values of type Void");
    }

    @Override
    public void onError(Throwable failure) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            writer.failed(this, failure);
        }
    }

    @Override
    public void onComplete() {
        if (ENDED.compareAndSet(this, 0, 1)) {
            writer.succeeded(this);
        }
    }
}
