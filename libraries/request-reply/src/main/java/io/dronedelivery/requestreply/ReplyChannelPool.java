package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolAcquirePendingLimitException;
import reactor.pool.PoolBuilder;
import reactor.pool.PooledRef;
import reactor.util.context.Context;

/**
 * Open reply channels; a request borrows one. Opening one takes a round trip to the broker, which a request should not wait for. So the
 * pool is filled before the first request, and a request that has to open a channel ("cold") is counted. The channel returns to the pool at
 * the end of the request, with or without success. Any thread may call it.
 */
final class ReplyChannelPool {

    /** How many channels are opened in parallel when the pool is filled. */
    private static final int OPENING_AT_A_TIME = 16;

    private static final Object IN_A_REQUEST = ReplyChannelPool.class;

    private final RequestReplySettings.ChannelPoolSettings settings;
    private final InstrumentedPool<ReplyChannel> pool;
    private final ReadableCounter created;
    private final ReadableCounter cold;
    private final ReadableCounter exhausted;

    ReplyChannelPool(Mono<ReplyChannel> open, RequestReplySettings.ChannelPoolSettings settings, JobMeters meters) {
        this.settings = settings;
        created = meters.count("pool.created", "Reply channels opened since the start");
        cold = meters.count("pool.cold", "Requests that had to open a reply channel");
        exhausted = meters.count("pool.exhausted", "Requests that found no idle reply channel");
        pool = PoolBuilder.from(counted(open))
                .sizeBetween(0, settings.max())
                .maxPendingAcquire(settings.maxWaiting())
                .evictionPredicate((channel, metadata) -> false)
                .destroyHandler(ReplyChannel::close)
                .buildPool();
        InstrumentedPool.PoolMetrics metrics = pool.metrics();
        meters.gauge("pool.idle", "Reply channels that are open and not in use", metrics::idleSize);
        meters.gauge("pool.in.use", "Reply channels that have a request", metrics::acquiredSize);
        meters.gauge("pool.waiting", "Requests that wait for a reply channel", metrics::pendingAcquireSize);
    }

    private Mono<ReplyChannel> counted(Mono<ReplyChannel> open) {
        return Mono.deferContextual(context -> {
            boolean inARequest = context.hasKey(IN_A_REQUEST);
            return open.doOnNext(channel -> {
                created.increment();
                if (inARequest) {
                    cold.increment();
                }
            });
        });
    }

    /**
     * Opens channels up to the minimum; fails when one cannot be opened, and may be tried again. It borrows all of them at the same time.
     * The pool's own warm-up is not used: when it cannot open one connection, it never frees the places of those that it did not open.
     */
    Mono<Void> prewarm() {
        return Mono.usingWhen(
                Mono.fromSupplier(Borrowed::new),
                borrowed -> Flux.range(0, settings.min())
                        .flatMap(n -> pool.acquire().doOnNext(borrowed::add), OPENING_AT_A_TIME)
                        .then()
                        // Requests hold the maximum of channels.
                        .onErrorComplete(PoolAcquirePendingLimitException.class),
                Borrowed::release);
    }

    /** Borrowed channels, until all are there. A channel that comes after the others were given back is given back at once. */
    private static final class Borrowed {

        private final Queue<PooledRef<ReplyChannel>> channels = new ConcurrentLinkedQueue<>();
        private volatile boolean over;

        void add(PooledRef<ReplyChannel> channel) {
            channels.add(channel);
            if (over) {
                release().subscribe();
            }
        }

        Mono<Void> release() {
            return Flux.defer(() -> {
                        over = true;
                        return Flux.fromStream(Stream.generate(channels::poll).takeWhile(Objects::nonNull));
                    })
                    .flatMap(PooledRef::release)
                    .then();
        }
    }

    /**
     * Borrows a channel until {@code use} ends, fails or is cancelled.
     *
     * @return the result of {@code use}. Fails with {@link JobQueueFullException} when too many requests already wait for a channel
     */
    <T> Mono<T> borrow(Function<ReplyChannel, Publisher<T>> use) {
        return Mono.defer(() -> {
                    if (pool.metrics().idleSize() == 0) {
                        exhausted.increment();
                    }
                    return pool.withPoolable(use).next();
                })
                .onErrorMap(PoolAcquirePendingLimitException.class, this::full)
                .contextWrite(Context.of(IN_A_REQUEST, true));
    }

    private JobQueueFullException full(Throwable cause) {
        return new JobQueueFullException(
                "All " + settings.max() + " reply channels are in use and " + settings.maxWaiting()
                        + " requests wait for one",
                cause);
    }

    RequestReplyStatus.ChannelPoolStatus status() {
        InstrumentedPool.PoolMetrics metrics = pool.metrics();
        return new RequestReplyStatus.ChannelPoolStatus(
                settings.min(),
                settings.max(),
                metrics.idleSize(),
                metrics.acquiredSize(),
                metrics.pendingAcquireSize(),
                created.sum(),
                cold.sum(),
                exhausted.sum());
    }

    /** Closes the idle channels at once, and each other one when it is given back. */
    Mono<Void> close() {
        return pool.disposeLater();
    }
}
