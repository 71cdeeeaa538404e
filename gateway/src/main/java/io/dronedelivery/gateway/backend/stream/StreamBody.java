package io.dronedelivery.gateway.backend.stream;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * The body of a {@link StreamCall}. The demand of its one subscriber is the demand on the backend's connection, so nothing is read without
 * demand. It ends when the backend sends nothing for too long although there is demand, and when its longest duration is over.
 *
 * <p>It is owned by the event loop of the call. Only {@link #subscribe}, {@link #ended} and the subscriber's requests may come from other
 * threads.
 */
final class StreamBody implements Publisher<byte[]> {

    private final EventExecutor loop;
    private final String backend;
    private final Duration idle;
    private final Duration longest;

    private @Nullable Subscription source;
    private @Nullable Subscriber<? super byte[]> subscriber;
    private @Nullable BrokenStreamException fault;
    private volatile @Nullable StreamEnd ended;
    private @Nullable Future<?> idleTimer;
    private @Nullable Future<?> longestTimer;
    /** The pieces that were requested and have not arrived. */
    private long awaited;

    private long awaitedSince;

    StreamBody(EventExecutor loop, String backend, Duration idle, Duration longest) {
        this.loop = loop;
        this.backend = backend;
        this.idle = idle;
        this.longest = longest;
    }

    /** The head of the answer has arrived. */
    void begin(Subscription from) {
        source = from;
        awaitedSince = System.nanoTime();
        idleTimer = loop.schedule(this::checkIdle, idle.toNanos(), TimeUnit.NANOSECONDS);
        longestTimer = loop.schedule(() -> end(StreamEnd.LONGEST), longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void subscribe(Subscriber<? super byte[]> receiver) {
        run(() -> {
            if (subscriber != null) {
                Operators.error(receiver, new IllegalStateException("A stream has one receiver."));
                return;
            }
            subscriber = receiver;
            receiver.onSubscribe(new Demand());
            if (ended != null) {
                finish(receiver);
            }
        });
    }

    /** How it has ended, null while it goes on and when it has not begun. */
    @Nullable
    StreamEnd ended() {
        return ended;
    }

    void pieceCame(byte[] piece) {
        Subscriber<? super byte[]> receiver = subscriber;
        if (ended == null && receiver != null) {
            awaited--;
            awaitedSince = System.nanoTime();
            receiver.onNext(piece);
        }
    }

    /** Ends it in order. */
    void end(StreamEnd how) {
        if (stop(how) && subscriber != null) {
            finish(subscriber);
        }
    }

    /** Ends it in a way that does not look complete. */
    void breakOff(StreamEnd how, String reason, @Nullable Throwable cause) {
        if (stop(how)) {
            fault = new BrokenStreamException("Backend '" + backend + "' " + reason + ".", cause);
            if (subscriber != null) {
                finish(subscriber);
            }
        }
    }

    void cancel() {
        stop(StreamEnd.CALLER);
    }

    private void finish(Subscriber<? super byte[]> receiver) {
        if (ended == StreamEnd.CALLER) {
            return;
        }
        if (fault == null) {
            receiver.onComplete();
        } else {
            receiver.onError(fault);
        }
    }

    /** Closes the backend's connection unless the answer has come to its end. False when it has not begun or has ended before. */
    private boolean stop(StreamEnd how) {
        Subscription from = source;
        if (from == null || ended != null) {
            return false;
        }
        ended = how;
        cancel(idleTimer);
        cancel(longestTimer);
        from.cancel();
        return true;
    }

    private static void cancel(@Nullable Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** One timer for all pieces: it checks when the last one came. Time without demand does not count. */
    private void checkIdle() {
        long left = awaited == 0 ? idle.toNanos() : idle.toNanos() - (System.nanoTime() - awaitedSince);
        if (left <= 0) {
            breakOff(StreamEnd.IDLE, "has sent nothing for " + idle.toMillis() + " ms", null);
        } else {
            idleTimer = loop.schedule(this::checkIdle, left, TimeUnit.NANOSECONDS);
        }
    }

    private void demand(long n) {
        Subscription from = source;
        if (ended != null || from == null) {
            return;
        }
        if (awaited == 0) {
            awaitedSince = System.nanoTime();
        }
        awaited = Operators.addCap(awaited, n);
        from.request(n);
    }

    private void run(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    private final class Demand implements Subscription {

        @Override
        public void request(long n) {
            if (Operators.validate(n)) {
                run(() -> demand(n));
            }
        }

        @Override
        public void cancel() {
            run(StreamBody.this::cancel);
        }
    }
}
