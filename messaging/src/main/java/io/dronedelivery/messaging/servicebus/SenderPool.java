package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerConnections;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Connections to send through. The SDK serves a connection by one thread and gives all clients of a builder the same one, so more
 * throughput than a thread has takes several builders. A new connection costs tens of milliseconds, a port of the machine and one of the
 * namespace's quota, so they are kept.
 */
final class SenderPool implements BrokerConnections {

    private static final Logger log = LoggerFactory.getLogger(SenderPool.class);

    private final ServiceBusProperties.Connections settings;
    private final Duration timeout;
    private final SenderSlots slots;
    private @Nullable Disposable housekeeping;

    SenderPool(
            ServiceBusProperties.Connections settings,
            Duration timeout,
            Supplier<ServiceBusClientBuilder> newConnection) {
        this.settings = settings;
        this.timeout = timeout;
        this.slots = new SenderSlots(settings, () -> new SenderConnection(newConnection));
    }

    /** Opens the minimum, in the background, and looks after the pool from now on. */
    synchronized void start() {
        slots.open();
        if (housekeeping == null) {
            Duration period = settings.idleTimeout().dividedBy(2).plusMillis(1);
            housekeeping = Flux.interval(Duration.ZERO, period)
                    .onBackpressureDrop()
                    .concatMap(tick -> closeIdle().then(openMissing()).onErrorResume(SenderPool::toldOnly))
                    .subscribe();
        }
    }

    /**
     * Sends messages to one channel, several of them in one transfer.
     *
     * @return completes when the broker has confirmed them; fails with what the SDK says, translated
     */
    Mono<Void> send(String channel, List<ServiceBusMessage> messages) {
        return Mono.defer(() -> {
            SenderConnection free = slots.acquire();
            return free == null ? later(channel, messages) : use(free, channel, messages);
        });
    }

    private Mono<Void> later(String channel, List<ServiceBusMessage> messages) {
        return Mono.create(slots::waitInLine)
                .flatMap(connection -> use(connection, channel, messages))
                .timeout(timeout)
                .onErrorMap(failure -> SendFailures.translate(channel, messages, failure))
                // Got a connection at the very moment at which it stopped waiting.
                .doOnDiscard(SenderConnection.class, this::release);
    }

    private Mono<Void> use(SenderConnection connection, String channel, List<ServiceBusMessage> messages) {
        return Mono.defer(() -> connection.send(channel, messages))
                .timeout(timeout)
                .doOnSuccess(done -> slots.confirmed(connection))
                .doOnError(failure -> suspect(connection, failure))
                .onErrorMap(failure -> SendFailures.translate(channel, messages, failure))
                .doFinally(end -> release(connection));
    }

    /** The SDK takes up to half a minute to give up a broken connection, so another one takes its place. */
    private void suspect(SenderConnection connection, Throwable failure) {
        if (!SendFailures.isAnswer(failure)) {
            slots.retire(connection);
        }
    }

    private void release(SenderConnection connection) {
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
        // Without a channel there is nothing that the SDK would open a connection for.
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
                    // The next look after the pool tries again with another one.
                    return slots.retire(connection) ? connection.close() : Mono.empty();
                });
    }

    private static Mono<Void> toldOnly(Throwable failure) {
        log.warn("Service Bus: connections could not be looked after: {}", failure.toString());
        return Mono.empty();
    }

    @Override
    public Connections connections() {
        return slots.connections();
    }

    /** Sends under way on all connections. */
    int inFlight() {
        return slots.inFlight();
    }

    /** Closes all connections; sends under way and those that wait fail. */
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
