package io.dronedelivery.invoice.database;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.micrometer.observation.ObservationRegistry;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.ValidationDepth;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs statements on pooled connections, each at most until its caller's deadline.
 *
 * <p>The limit is PostgreSQL's own {@code statement_timeout}: when a caller goes away, nothing in the protocol stops the statement
 * that it started, and the connection would come back to the pool still busy. It may end a statement up to a tenth early, see
 * {@link StatementTimeouts}.
 */
@Component
public final class Database {

    /** For the end of a transaction, beyond the time of a statement that is under way. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ConnectionFactory connections;
    private final Duration statementTimeout;
    private final Duration longestEnd;
    private final StatementTimeouts timeouts = new StatementTimeouts();
    private final StatementObservation observation;

    Database(ConnectionFactory connections, DatabaseProperties properties, ObservationRegistry observations) {
        this.connections = connections;
        this.observation = new StatementObservation(observations);
        this.statementTimeout = properties.statementTimeout();
        this.longestEnd = statementTimeout.plus(GRACE);
    }

    /**
     * Queries with one statement.
     *
     * @param sql the statement with the parameters {@code $1}, {@code $2}, ...
     * @param mapper makes a value of a row; must not keep the row
     * @param parameters the values of the parameters in their order
     * @return the values in the order of the rows. Fails with {@link io.r2dbc.spi.R2dbcException}s, which become problem details at
     *     the edge of the service, or with {@link Deadline#exceeded()} without a call when no time is left
     */
    public <T> Flux<T> query(String sql, Function<? super Readable, T> mapper, Object... parameters) {
        return Flux.deferContextual(context -> {
            Duration limit = Deadline.remainingUpTo(statementTimeout, context);
            return limit.toMillis() < 1
                    ? Flux.error(Deadline.exceeded())
                    : Flux.usingWhen(
                            connections.create(),
                            connection -> timeouts.limit(connection, limit)
                                    .thenMany(observation.of(
                                            sql,
                                            execute(connection, sql, parameters)
                                                    .flatMap(result -> result.map(mapper)))),
                            Connection::close);
        });
    }

    /**
     * Runs statements in one transaction, which is committed when the work completes and rolled back when it fails or is cancelled.
     *
     * @param work gets the transaction's statements; must not keep them
     * @return the result of the work, after the commit. Fails as {@link #query} does; when the commit itself fails it is unknown
     *     whether the work was committed
     */
    public <T> Mono<T> inTransaction(Function<Transaction, Mono<T>> work) {
        return Mono.deferContextual(context -> {
            Duration limit = Deadline.remainingUpTo(statementTimeout, context);
            return limit.toMillis() < 1
                    ? Mono.error(Deadline.exceeded())
                    : Mono.usingWhen(
                            connections.create(),
                            connection -> timeouts.limit(connection, limit)
                                    .then(Mono.from(connection.beginTransaction()))
                                    .then(Mono.defer(() -> work.apply(new Transaction(connection, observation)))),
                            connection -> end(connection, Mono.from(connection.commitTransaction())),
                            (connection, failure) -> end(connection, Mono.from(connection.rollbackTransaction()))
                                    .onErrorComplete(),
                            connection -> end(connection, cancelled(connection)));
        });
    }

    /**
     * Ends a transaction, and gives the connection back only after that. As long as the driver knows of a transaction it begins no other one:
     * whoever got the connection meanwhile would have each statement committed by itself, once this transaction is over.
     */
    private Mono<Void> end(Connection lent, Mono<Void> end) {
        return Mono.usingWhen(
                Mono.just(lent),
                connection -> end.timeout(longestEnd)
                        .onErrorResume(failure -> cutOff(connection).then(Mono.error(failure))),
                Connection::close);
    }

    /** The beginning or a statement may be under way. With the answer to what is sent after it the driver knows whether a transaction is open. */
    private static Mono<Void> cancelled(Connection connection) {
        return Mono.from(connection.validate(ValidationDepth.REMOTE)).then(Mono.from(connection.rollbackTransaction()));
    }

    /** Nobody gets a connection whose transaction may be open: the pool lends none that is closed. */
    private static Mono<Void> cutOff(Connection lent) {
        return Mono.from(StatementTimeouts.toServer(lent).close())
                .timeout(GRACE)
                .onErrorComplete();
    }

    /** The statements of one transaction. */
    public static final class Transaction {

        private final Connection connection;
        private final StatementObservation observation;

        private Transaction(Connection connection, StatementObservation observation) {
            this.connection = connection;
            this.observation = observation;
        }

        /** As {@link Database#query}. */
        public <T> Flux<T> query(String sql, Function<? super Readable, T> mapper, Object... parameters) {
            return observation.of(sql, execute(connection, sql, parameters).flatMap(result -> result.map(mapper)));
        }

        /** Runs a statement that changes rows; returns their number. */
        public Mono<Long> update(String sql, Object... parameters) {
            return observation
                    .of(sql, execute(connection, sql, parameters).flatMap(Result::getRowsUpdated))
                    .reduce(0L, Long::sum);
        }
    }

    private static Flux<? extends Result> execute(Connection connection, String sql, Object... parameters) {
        return Flux.defer(() -> {
            Statement statement = connection.createStatement(sql);
            for (int index = 0; index < parameters.length; index++) {
                statement.bind(index, parameters[index]);
            }
            return statement.execute();
        });
    }
}
