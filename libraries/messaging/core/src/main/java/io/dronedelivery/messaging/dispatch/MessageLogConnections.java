package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerConnections;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The connections of the message log. Reports the minimum, the maximum, and how many were opened since the start. */
final class MessageLogConnections implements BrokerConnections {

    private static final Logger log = LoggerFactory.getLogger(MessageLogConnections.class);
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final MessageLogProperties.LogPoolSettings settings;
    private final LongAdder opened = new LongAdder();
    private final ConnectionPool pool;

    MessageLogConnections(MessageLogProperties properties) {
        settings = properties.connections();
        ConnectionFactory factory = new Counting(ConnectionFactories.get(options(properties)));
        pool = new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .name("message-log")
                .initialSize(settings.min())
                .minIdle(settings.min())
                .maxSize(settings.max())
                .maxIdleTime(settings.idleTimeout())
                .maxLifeTime(settings.maxLifeTime())
                .maxCreateConnectionTime(settings.openTimeout())
                .maxAcquireTime(settings.acquireTimeout())
                // The dispatcher already retries a failed write, so the pool does not.
                .acquireRetry(0)
                .build());
    }

    private static ConnectionFactoryOptions options(MessageLogProperties properties) {
        ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.parse(properties.url())
                .mutate()
                .option(
                        ConnectionFactoryOptions.CONNECT_TIMEOUT,
                        properties.connections().openTimeout())
                .option(
                        ConnectionFactoryOptions.STATEMENT_TIMEOUT,
                        properties.connections().statementTimeout());
        if (!properties.username().isEmpty()) {
            options.option(ConnectionFactoryOptions.USER, properties.username())
                    .option(ConnectionFactoryOptions.PASSWORD, properties.password());
        }
        return options.build();
    }

    /**
     * Opens the minimum, and completes with the first connection. Borrowing one makes the pool open the others. The pool's own warm-up is
     * not used: when it cannot open one connection, it never frees the places of the connections that it did not open.
     */
    Mono<Void> open() {
        return use(connection -> Mono.empty());
    }

    /** Does work with a connection that belongs to the caller until the work has ended. */
    Mono<Void> use(Function<Connection, Mono<Void>> work) {
        return answer(work);
    }

    /** Does work like {@link #use}, with a result. */
    <T> Mono<T> answer(Function<Connection, Mono<T>> work) {
        return Mono.usingWhen(
                pool.create(),
                work,
                Connection::close,
                (connection, failure) -> connection.close(),
                MessageLogConnections::part);
    }

    /**
     * Closes the connection of cancelled work and returns it to the pool. The connection may be lost without a sign. The pool discards
     * closed connections, but would lend an open one to the next attempts, since it lends the last returned first.
     */
    private static Publisher<Void> part(Connection pooled) {
        Mono<Void> closed = pooled instanceof Wrapped<?> wrapped
                ? Mono.from(((Connection) wrapped.unwrap()).close())
                : Mono.empty();
        return closed.onErrorComplete().then(Mono.from(pooled.close()));
    }

    @Override
    public ConnectionCounts connections() {
        int open = pool.getMetrics().map(PoolMetrics::allocatedSize).orElse(0);
        return new ConnectionCounts(open, opened.sum(), settings.min(), settings.max());
    }

    /** Closes all connections. A connection that cannot be closed in order does not block the rest of the shutdown. */
    void close() {
        pool.disposeLater()
                .timeout(GOODBYE)
                .onErrorResume(failure -> {
                    log.debug("Not every connection of the message log was closed in order", failure);
                    return Mono.empty();
                })
                .block();
    }

    private final class Counting implements ConnectionFactory {

        private final ConnectionFactory factory;

        Counting(ConnectionFactory factory) {
            this.factory = factory;
        }

        @Override
        public Mono<? extends Connection> create() {
            return Mono.from(factory.create()).doOnNext(connection -> opened.increment());
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return factory.getMetadata();
        }
    }
}
