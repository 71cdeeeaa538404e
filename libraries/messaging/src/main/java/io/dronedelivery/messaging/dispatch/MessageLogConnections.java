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

/** The connections of the message log: a minimum that is kept, a maximum, and how many were opened since the start. */
final class MessageLogConnections implements BrokerConnections {

    private static final Logger log = LoggerFactory.getLogger(MessageLogConnections.class);
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final MessageLogProperties.Connections settings;
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
                // A write that fails is repeated by the dispatcher, once.
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
     * Opens the minimum, the first of it before it completes: who borrows one has the pool open the others. When one cannot be opened, the
     * pool's own warm-up keeps the room of those that it then does not open.
     */
    Mono<Void> open() {
        return use(connection -> Mono.empty());
    }

    /** Does something with a connection that is the caller's until it has ended. */
    Mono<Void> use(Function<Connection, Mono<Void>> work) {
        return answer(work);
    }

    /** As {@link #use}, for work with a result. */
    <T> Mono<T> answer(Function<Connection, Mono<T>> work) {
        return Mono.usingWhen(
                pool.create(),
                work,
                Connection::close,
                (connection, failure) -> connection.close(),
                MessageLogConnections::part);
    }

    /**
     * Gives back a connection whose work was given up, closed: it may be lost without a word, and the pool, which lends what came back last
     * and parts with what is closed, would lend it to the next attempts, too.
     */
    private static Publisher<Void> part(Connection pooled) {
        Mono<Void> closed = pooled instanceof Wrapped<?> wrapped
                ? Mono.from(((Connection) wrapped.unwrap()).close())
                : Mono.empty();
        return closed.onErrorComplete().then(Mono.from(pooled.close()));
    }

    @Override
    public Connections connections() {
        int open = pool.getMetrics().map(PoolMetrics::allocatedSize).orElse(0);
        return new Connections(open, opened.sum(), settings.min(), settings.max());
    }

    /** Parts with all connections. One that cannot say goodbye any more keeps nobody from closing what comes after. */
    void close() {
        pool.disposeLater()
                .timeout(GOODBYE)
                .onErrorResume(failure -> {
                    log.debug("Not every connection of the message log was closed in order", failure);
                    return Mono.empty();
                })
                .block();
    }

    /** Counts the connections that it opens. */
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
