package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerConnections;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Connections to send through. The SDK serves a connection by one thread, and all clients of a builder share one connection. So a higher
 * throughput than one thread's needs several builders. A new connection costs tens of milliseconds, a port and a part of the namespace's
 * quota, so connections are kept.
 */
public final class SenderPool implements BrokerConnections {

    private static final Logger log = LoggerFactory.getLogger(SenderPool.class);

    private final ServiceBusProperties.SenderPoolSettings settings;
    private final SenderSlots slots;
    private final SendDeadlines deadlines;
    private final List<SerialExecutor> executors = Stream.generate(() -> new SerialExecutor(Schedulers.parallel()))
            .limit(Schedulers.DEFAULT_POOL_SIZE)
            .toList();
    private final AtomicInteger turn = new AtomicInteger();
    private @Nullable Disposable housekeeping;

    /**
     * @param timeout how long a send may take, with the wait for a connection
     * @param newConnection makes the builder of a further connection
     */
    SenderPool(
            ServiceBusProperties.SenderPoolSettings settings,
            Duration timeout,
            Supplier<ServiceBusClientBuilder> newConnection) {
        this.settings = settings;
        this.deadlines = new SendDeadlines(
                timeout, settings.maxWaiting() + (long) settings.max() * settings.inFlightPerConnection());
        this.slots = new SenderSlots(settings, () -> new SenderConnection(newConnection));
    }

    /** Opens the minimum in the background, and maintains the pool from now on. */
    synchronized void start() {
        slots.open();
        if (housekeeping == null) {
            Duration period = settings.idleTimeout().dividedBy(2).plusMillis(1);
            housekeeping = Flux.interval(Duration.ZERO, period)
                    .onBackpressureDrop()
                    .concatMap(tick -> closeIdle().then(openMissing()).onErrorResume(SenderPool::loggedOnly))
                    .subscribe();
        }
    }

    /**
     * Makes messages for one channel and sends them, several of them in one transfer. All work runs on another thread than the caller's,
     * since the SDK's part takes a while.
     *
     * @return completes when the broker has confirmed them; fails with the SDK's failure, translated. Both happen on another thread than
     *     the connection's
     */
    public Mono<Void> send(String channel, Supplier<List<ServiceBusMessage>> messages) {
        SerialExecutor executor = nextExecutor();
        return send(channel, messages, executor, send -> executor.execute(send::start));
    }

    /** Sends like {@link #send(String, Supplier)}, on the caller's thread. The answer arrives on the given executor. */
    Mono<Void> send(String channel, List<ServiceBusMessage> messages, SerialExecutor executor) {
        return send(channel, () -> messages, executor, PooledSend::start);
    }

    private Mono<Void> send(
            String channel,
            Supplier<List<ServiceBusMessage>> messages,
            SerialExecutor executor,
            Consumer<PooledSend> start) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super Void> caller) {
                PooledSend send = new PooledSend(SenderPool.this, channel, messages, caller, executor);
                caller.onSubscribe(send);
                if (deadlines.add(send)) {
                    start.accept(send);
                } else {
                    send.refuse();
                }
            }
        };
    }

    /** One of the executors that make messages and handle answers, in turns. */
    SerialExecutor nextExecutor() {
        return executors.get(Math.floorMod(turn.getAndIncrement(), executors.size()));
    }

    SenderSlots slots() {
        return slots;
    }

    SendDeadlines deadlines() {
        return deadlines;
    }

    void release(SenderConnection connection) {
        if (slots.release(connection)) {
            connection.closeInBackground();
        }
    }

    private Mono<Void> closeIdle() {
        return Flux.fromIterable(slots.removeIdle())
                .flatMap(SenderConnection::close)
                .then();
    }

    private Mono<Void> openMissing() {
        // Without a channel the SDK has no reason to open a connection.
        return settings.channels().isEmpty()
                ? Mono.empty()
                : Flux.fromIterable(slots.addMissing()).flatMap(this::open).then();
    }

    private Mono<Void> open(SenderConnection connection) {
        return Flux.fromIterable(settings.channels())
                .concatMap(connection::open)
                .then()
                .doOnSuccess(done -> slots.confirmed(connection))
                .onErrorResume(failure -> {
                    log.warn("Service Bus: a connection could not be opened ahead: {}", failure.toString());
                    // The next maintenance of the pool tries again with another connection.
                    return slots.retire(connection) ? connection.close() : Mono.empty();
                });
    }

    private static Mono<Void> loggedOnly(Throwable failure) {
        log.warn("Service Bus: the maintenance of connections failed: {}", failure.toString());
        return Mono.empty();
    }

    @Override
    public ConnectionCounts connections() {
        return slots.connections();
    }

    /** Sends under way on all connections. */
    int inFlight() {
        return slots.inFlight();
    }

    /** Closes all connections; sends under way and pending ones fail. */
    Mono<Void> close() {
        return Mono.defer(() -> {
            stopHousekeeping();
            return Flux.fromIterable(slots.close())
                    .flatMap(SenderConnection::close)
                    .then();
        });
    }

    private synchronized void stopHousekeeping() {
        if (housekeeping != null) {
            housekeeping.dispose();
            housekeeping = null;
        }
    }
}
