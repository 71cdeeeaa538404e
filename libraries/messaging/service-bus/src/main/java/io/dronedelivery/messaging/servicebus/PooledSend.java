package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;

/**
 * One transfer through the pool: gets a connection, passes the messages to the SDK and gives the connection back. It ends once: with the
 * broker's confirmation, a failure, a timeout or a cancellation.
 *
 * <p>It replaces a chain of operators with a timer each, between the SDK and the caller, because each single message would pay for the
 * chain.
 */
final class PooledSend implements CoreSubscriber<Void>, Subscription {

    private static final Logger log = LoggerFactory.getLogger(PooledSend.class);
    private static final AtomicIntegerFieldUpdater<PooledSend> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(PooledSend.class, "ended");
    private static final AtomicReferenceFieldUpdater<PooledSend, SenderConnection> CONNECTION =
            AtomicReferenceFieldUpdater.newUpdater(PooledSend.class, SenderConnection.class, "connection");

    private final SenderPool pool;
    private final String channel;
    private final Supplier<List<ServiceBusMessage>> source;
    private final CoreSubscriber<? super Void> caller;
    private final SerialExecutor executor;
    private final long startedAt = System.nanoTime();
    private volatile int ended;
    private volatile List<ServiceBusMessage> messages = List.of();
    private volatile @Nullable SenderConnection connection;
    private volatile @Nullable Subscription call;

    /**
     * @param source makes the messages when it starts
     * @param executor handles the answer
     */
    PooledSend(
            SenderPool pool,
            String channel,
            Supplier<List<ServiceBusMessage>> source,
            CoreSubscriber<? super Void> caller,
            SerialExecutor executor) {
        this.pool = pool;
        this.channel = channel;
        this.source = source;
        this.caller = caller;
        this.executor = executor;
    }

    void start() {
        if (ended != 0) {
            return;
        }
        try {
            messages = source.get();
        } catch (RuntimeException unwritable) {
            if (ends()) {
                caller.onError(unwritable);
            }
            return;
        }
        try {
            SenderConnection free = pool.slots().acquire(this);
            if (free != null) {
                use(free);
            } else if (ended != 0) {
                // Cancelled or overdue before it was pending, while the messages were made. So no earlier call has
                // removed it.
                pool.slots().removePending(this);
            }
        } catch (BrokerUnavailableException refused) {
            end(refused);
        }
    }

    /** Fails because too many sends are pending. */
    void refuse() {
        end(pool.slots().tooMany());
    }

    /** Sends on a connection, and gives the connection back at the end. */
    void use(SenderConnection free) {
        connection = free;
        if (ended != 0) {
            giveBack();
            return;
        }
        try {
            // The waiting caller's subscription drives this; no caller could receive a Mono.
            free.send(channel, messages).subscribe(this);
        } catch (Throwable thrown) {
            // Catches everything, because the connection must not be held forever.
            end(thrown);
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        call = subscription;
        if (ended == 0) {
            subscription.request(Long.MAX_VALUE);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(Void nothing) {
        throw new IllegalStateException("There are no values of type Void");
    }

    @Override
    public void onComplete() {
        executor.execute(() -> end(null));
    }

    @Override
    public void onError(Throwable failure) {
        executor.execute(() -> end(failure));
    }

    private void end(@Nullable Throwable failure) {
        if (!ends()) {
            return;
        }
        if (failure == null) {
            succeed();
        } else {
            fail(failure);
        }
    }

    /** @return whether it had not ended before */
    private boolean ends() {
        boolean first = ENDED.compareAndSet(this, 0, 1);
        if (first) {
            pool.deadlines().remove(this);
        }
        return first;
    }

    /** Gives the connection back first, so that the caller's next send finds it free. */
    private void succeed() {
        SenderConnection used = connection;
        if (used != null) {
            pool.slots().confirmed(used);
        }
        giveBack();
        caller.onComplete();
    }

    private void fail(Throwable failure) {
        SenderConnection used = connection;
        if (used == null) {
            pool.slots().removePending(this);
        } else if (!SendFailures.isAnswer(failure)) {
            // The SDK takes up to half a minute to give up a broken connection, so another one replaces it.
            pool.slots().retire(used);
        }
        giveBack();
        caller.onError(SendFailures.translate(channel, messages, failure));
    }

    private void giveBack() {
        SenderConnection used = CONNECTION.getAndSet(this, null);
        if (used != null) {
            pool.release(used);
        }
    }

    boolean hasEnded() {
        return ended != 0;
    }

    /** The start, by {@link System#nanoTime()}. */
    long startedAt() {
        return startedAt;
    }

    void giveUp() {
        stop();
        end(new TimeoutException("not answered in time"));
    }

    /** An exception of the SDK must keep neither the connection nor other overdue sends from ending. */
    private void stop() {
        Subscription running = call;
        try {
            if (running != null) {
                running.cancel();
            }
        } catch (Throwable thrown) {
            log.error("Service Bus: the cancellation of a send to {} has failed", channel, thrown);
        }
    }

    /** Does nothing: there is only an end, and no value. */
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
        if (ends()) {
            pool.slots().removePending(this);
            stop();
            giveBack();
        }
    }
}
