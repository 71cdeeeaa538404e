package io.dronedelivery.requestreply.postgres;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Batch;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Connection pools for the job tables alone, so that jobs do not wait behind the service's other queries: one with synchronous commits and
 * one with asynchronous commits.
 */
final class JobConnections {

    private static final int DURABLE = 5;
    private static final int QUICK = 3;

    /**
     * Longer than the server takes to end a statement by itself. A connection can be lost silently, and the operating system notices only
     * after minutes.
     */
    private static final Duration SILENCE = Duration.ofSeconds(12);

    private final ConnectionPool durable;
    private final ConnectionPool quick;

    private final Duration silence;

    JobConnections(ConnectionFactory factory) {
        this(factory, SILENCE);
    }

    /** @param silence how long a statement may take to answer, before its connection counts as lost */
    JobConnections(ConnectionFactory factory, Duration silence) {
        this.silence = silence;
        durable = pool(new PreparingFactory(factory, JobSql.STATEMENT_TIMEOUT), DURABLE);
        quick = pool(new PreparingFactory(factory, JobSql.STATEMENT_TIMEOUT + ";" + JobSql.NOT_DURABLE), QUICK);
    }

    private static ConnectionPool pool(ConnectionFactory factory, int size) {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .initialSize(0)
                .maxSize(size)
                .maxAcquireTime(Duration.ofSeconds(5))
                .maxCreateConnectionTime(Duration.ofSeconds(5))
                .maxIdleTime(Duration.ofMinutes(5))
                .build());
    }

    /** A statement whose effect is on the disk when it ends. */
    <T> Flux<T> query(String sql, Function<Readable, T> mapper, Object... parameters) {
        return run(durable, connection -> execute(connection, sql, mapper, parameters));
    }

    /** A statement whose effect may be lost when the server crashes within a second. */
    <T> Flux<T> quickQuery(String sql, Function<Readable, T> mapper, Object... parameters) {
        return run(quick, connection -> execute(connection, sql, mapper, parameters));
    }

    private static <T> Flux<T> execute(
            Connection connection, String sql, Function<Readable, T> mapper, Object... parameters) {
        Statement statement = connection.createStatement(sql);
        for (int index = 0; index < parameters.length; index++) {
            statement.bind(index, parameters[index]);
        }
        return Flux.from(statement.execute()).flatMap(result -> result.map(mapper));
    }

    /** Statements without parameters, in one transaction. */
    Mono<Void> batch(List<String> statements) {
        return run(durable, connection -> {
                    Batch batch = connection.createBatch();
                    statements.forEach(batch::add);
                    return Flux.from(batch.execute()).flatMap(Result::getRowsUpdated);
                })
                .then();
    }

    private <T> Flux<T> run(ConnectionPool pool, Function<Connection, Flux<T>> work) {
        return Flux.usingWhen(
                pool.create(),
                connection -> work.apply(connection)
                        .timeout(silence)
                        .onErrorMap(TimeoutException.class, late -> new LostConnectionException(silence)),
                Connection::close,
                (pooled, failure) -> failure instanceof LostConnectionException ? part(pooled) : pooled.close(),
                JobConnections::part);
    }

    /**
     * Closes the connection of a cancelled statement, because it may be lost and would be lent next. The pool removes connections that it
     * finds closed.
     */
    private static Publisher<Void> part(Connection pooled) {
        Mono<Void> back = Mono.from(pooled.close());
        return pooled instanceof Wrapped<?> wrapped
                ? Mono.from(((Connection) wrapped.unwrap()).close())
                        .onErrorComplete()
                        .then(back)
                : back;
    }

    private static final class LostConnectionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LostConnectionException(Duration silence) {
            super("There was no answer from PostgreSQL within " + silence);
        }
    }

    Mono<Void> close() {
        return durable.disposeLater().then(quick.disposeLater());
    }
}
