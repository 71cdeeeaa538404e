package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Connections to send through. The SDK serves a connection by one thread and gives all clients of a builder the same one, so more
 * throughput than a thread has takes several builders. A new connection costs tens of milliseconds, a port of the machine and one of the
 * namespace's quota, so they are kept.
 *
 * <p>A send goes to the connection that has the fewest under way. When all have as many as they may, another one is opened; when there are
 * as many as there may be, it waits in line.
 */
final class SenderPool implements BrokerConnections {

    private static final Logger log = LoggerFactory.getLogger(SenderPool.class);

    private final ServiceBusProperties.Connections settings;
    private final Duration timeout;
    private final Supplier<ServiceBusClientBuilder> newConnection;
    /** Guards everything below, for a few comparisons each time. */
    private final Object lock = new Object();

    private final List<SenderConnection> connections = new ArrayList<>();
    private final Deque<MonoSink<SenderConnection>> waiting = new ArrayDeque<>();
    private long opened;
    private int inFlight;
    private boolean closed;
    private @Nullable Disposable housekeeping;

    SenderPool(
            ServiceBusProperties.Connections settings,
            Duration timeout,
            Supplier<ServiceBusClientBuilder> newConnection) {
        this.settings = settings;
        this.timeout = timeout;
        this.newConnection = newConnection;
    }

    /** Opens the minimum, in the background, and looks after the pool from now on. */
    void start() {
        synchronized (lock) {
            if (housekeeping == null && !closed) {
                Duration period = settings.idleTimeout().dividedBy(2).plusMillis(1);
                housekeeping = Flux.interval(Duration.ZERO, period)
                        .onBackpressureDrop()
                        .concatMap(tick -> closeIdle().then(openMinimum()))
                        .subscribe();
            }
        }
    }

    /**
     * Sends messages to one channel, several of them in one transfer.
     *
     * @return completes when the broker has confirmed them; fails with what the SDK says, translated
     */
    Mono<Void> send(String channel, List<ServiceBusMessage> messages) {
        return Mono.defer(() -> {
            SenderConnection free = tryAcquire();
            return free == null ? later(channel, messages) : use(free, channel, messages);
        });
    }

    private Mono<Void> later(String channel, List<ServiceBusMessage> messages) {
        return Mono.<SenderConnection>create(this::waitInLine)
                .flatMap(connection -> use(connection, channel, messages))
                .timeout(timeout)
                .onErrorMap(failure -> SendFailures.translate(channel, messages, failure))
                // Got a connection at the very moment at which it stopped waiting.
                .doOnDiscard(SenderConnection.class, this::release);
    }

    private Mono<Void> use(SenderConnection connection, String channel, List<ServiceBusMessage> messages) {
        return Mono.defer(() -> connection.send(channel, messages))
                .timeout(timeout)
                .doOnSuccess(done -> confirmed(connection))
                .doOnError(failure -> suspect(connection, failure))
                .onErrorMap(failure -> SendFailures.translate(channel, messages, failure))
                .doFinally(end -> release(connection));
    }

    private @Nullable SenderConnection tryAcquire() {
        synchronized (lock) {
            return closed ? null : acquire();
        }
    }

    private @Nullable SenderConnection acquire() {
        SenderConnection best = null;
        for (SenderConnection connection : connections) {
            if (!connection.retired
                    && connection.inFlight < settings.inFlightPerConnection()
                    && (best == null || connection.inFlight < best.inFlight)) {
                best = connection;
            }
        }
        if (best == null && connections.size() < settings.max()) {
            best = new SenderConnection(newConnection);
            connections.add(best);
        }
        if (best != null) {
            best.inFlight++;
            best.uses++;
            best.retired = settings.maxUses() > 0 && best.uses >= settings.maxUses();
            inFlight++;
        }
        return best;
    }

    private void waitInLine(MonoSink<SenderConnection> sink) {
        RuntimeException refusal = null;
        SenderConnection free = null;
        synchronized (lock) {
            if (closed) {
                refusal = closedAlready();
            } else if ((free = acquire()) == null) {
                if (waiting.size() < settings.maxWaiting()) {
                    waiting.add(sink);
                } else {
                    refusal = refused(settings.maxWaiting() + " sends wait for a connection already");
                }
            }
        }
        if (refusal != null) {
            sink.error(refusal);
        } else if (free != null) {
            sink.success(free);
        } else {
            sink.onDispose(() -> forget(sink));
        }
    }

    private static RuntimeException closedAlready() {
        return refused("the connections are closed");
    }

    private static RuntimeException refused(String why) {
        return new BrokerUnavailableException("Service Bus: " + why, new RejectedExecutionException(why));
    }

    private void forget(MonoSink<SenderConnection> sink) {
        synchronized (lock) {
            waiting.remove(sink);
        }
    }

    private void confirmed(SenderConnection connection) {
        synchronized (lock) {
            if (!connection.opened) {
                connection.opened = true;
                opened++;
            }
        }
    }

    /** The SDK takes up to half a minute to give up a broken connection, so another one takes its place. */
    private void suspect(SenderConnection connection, Throwable failure) {
        if (!SendFailures.isAnswer(failure)) {
            synchronized (lock) {
                connection.retired = true;
            }
        }
    }

    private void release(SenderConnection connection) {
        MonoSink<SenderConnection> next;
        SenderConnection forNext = null;
        boolean spent;
        synchronized (lock) {
            inFlight--;
            connection.inFlight--;
            connection.idleSince = System.nanoTime();
            spent = connection.retired && connection.inFlight == 0;
            if (spent) {
                connections.remove(connection);
            }
            next = waiting.peek();
            if (next != null && (forNext = acquire()) != null) {
                waiting.remove();
            }
        }
        if (spent) {
            connection.closeInBackground();
        }
        if (next != null && forNext != null) {
            next.success(forNext);
        }
    }

    private Mono<Void> closeIdle() {
        List<SenderConnection> idle = new ArrayList<>();
        synchronized (lock) {
            long now = System.nanoTime();
            for (int i = connections.size() - 1; i >= settings.min() && i >= 0; i--) {
                SenderConnection last = connections.get(i);
                if (last.inFlight == 0
                        && now - last.idleSince >= settings.idleTimeout().toNanos()) {
                    idle.add(connections.remove(i));
                }
            }
        }
        return Flux.fromIterable(idle).flatMap(SenderConnection::close).then();
    }

    private Mono<Void> openMinimum() {
        if (settings.channels().isEmpty()) {
            return Mono.empty();
        }
        List<SenderConnection> fresh = new ArrayList<>();
        synchronized (lock) {
            while (!closed && connections.size() < Math.min(settings.min(), settings.max())) {
                SenderConnection connection = new SenderConnection(newConnection);
                connections.add(connection);
                fresh.add(connection);
            }
        }
        return Flux.fromIterable(fresh).flatMap(this::open).then();
    }

    private Mono<Void> open(SenderConnection connection) {
        return Flux.fromIterable(settings.channels())
                .concatMap(connection::open)
                .then()
                .doOnSuccess(done -> confirmed(connection))
                .onErrorResume(failure -> {
                    log.warn("Service Bus: a connection could not be opened ahead: {}", failure.toString());
                    return Mono.empty();
                });
    }

    @Override
    public Connections connections() {
        synchronized (lock) {
            int open = (int)
                    connections.stream().filter(connection -> connection.opened).count();
            return new Connections(open, opened, settings.min(), settings.max());
        }
    }

    /** Sends under way on all connections. */
    int inFlight() {
        synchronized (lock) {
            return inFlight;
        }
    }

    /** Closes all connections; sends under way and those that wait fail. */
    Mono<Void> close() {
        return Mono.defer(() -> {
            List<SenderConnection> all;
            List<MonoSink<SenderConnection>> disappointed;
            synchronized (lock) {
                closed = true;
                if (housekeeping != null) {
                    housekeeping.dispose();
                }
                all = List.copyOf(connections);
                connections.clear();
                disappointed = List.copyOf(waiting);
                waiting.clear();
            }
            disappointed.forEach(sink -> sink.error(closedAlready()));
            return Flux.fromIterable(all).flatMap(SenderConnection::close).then();
        });
    }
}
