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
 * Open reply channels, to be borrowed for one request each. Opening one takes a round trip to the broker, which a request
 * should not wait for: so the pool is filled before the first request, and a request that has to open a channel ("cold") is counted. The
 * channel returns to the pool however the request ends. Any thread may call it.
 */
final class ReplyChannelPool {

    /** How many channels are opened in parallel when the pool is filled. */
    private static final int OPENING_AT_A_TIME = 16;

    private static final Object IN_A_REQUEST = ReplyChannelPool.class;

    private final RequestReplySettings.Pool settings;
    private final InstrumentedPool<ReplyChannel> pool;
    private final Count created;
    private final Count cold;
    private final Count exhausted;

    ReplyChannelPool(Mono<ReplyChannel> open, RequestReplySettings.Pool settings, JobMeters meters) {
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
     * Opens channels up to the minimum; fails when one cannot be opened, and may be tried again. It borrows them all at a time: the pool's own
     * warm-up takes the room of all of them first and, when one cannot be opened, keeps that of those that it then does not open.
     */
    Mono<Void> prewarm() {
        return Mono.usingWhen(
                Mono.fromSupplier(Borrowed::new),
                borrowed -> Flux.range(0, settings.min())
                        .flatMap(n -> pool.acquire().doOnNext(borrowed::add), OPENING_AT_A_TIME)
                        .then()
                        // Requests have all that there may be.
                        .onErrorComplete(PoolAcquirePendingLimitException.class),
                Borrowed::release);
    }

    /** Channels that are borrowed until all are there. One that comes when the others have been given back goes back at once. */
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
     * Borrows a channel for as long as {@code use} takes, also when it fails or is cancelled.
     *
     * @return what {@code use} gives. Fails with {@link JobQueueFullException} when too many wait for a channel already
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

    RequestReplyStatus.Pool status() {
        InstrumentedPool.PoolMetrics metrics = pool.metrics();
        return new RequestReplyStatus.Pool(
                settings.min(),
                settings.max(),
                metrics.idleSize(),
                metrics.acquiredSize(),
                metrics.pendingAcquireSize(),
                created.sum(),
                cold.sum(),
                exhausted.sum());
    }

    /** Closes the idle channels at once and each other one when it comes back. */
    Mono<Void> close() {
        return pool.disposeLater();
    }
}
