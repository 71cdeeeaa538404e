package io.dronedelivery.invoice.database;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.micrometer.observation.ObservationRegistry;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Runs statements on pooled connections, each at most until its caller's deadline.
 *
 * <p>The limit is PostgreSQL's own {@code statement_timeout}. It also ends the statements of callers that have cancelled. It may end a
 * statement up to a tenth early, see {@link StatementTimeouts}.
 */
@Component
public final class Database {

    /** For COMMIT or ROLLBACK, in addition to the time of a running statement. */
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
     * @param sql the statement with the parameters {@code $1}, {@code $2}, ...
     * @param mapper makes a value of a row; must not keep the row
     * @param parameters the values of the parameters in their order
     * @return the values in the order of the rows. All rows are read before the first value is emitted, so the statement must limit their
     *     number. Fails with an {@link io.r2dbc.spi.R2dbcException}, which becomes a problem detail at the edge of the service. Fails with
     *     {@link Deadline#exceeded()} without a call when no time is left
     */
    public <T> Flux<T> query(String sql, Function<? super Readable, T> mapper, Object... parameters) {
        return Flux.deferContextual(context -> limit(context).toMillis() < 1
                ? Flux.error(Deadline.exceeded())
                : Flux.usingWhen(
                        session(),
                        session -> open(session).thenMany(rows(session, sql, mapper, parameters)),
                        session -> session.end(connection -> Mono.empty())));
    }

    /**
     * Runs statements in one transaction. Commits it when the work completes, and rolls it back when the work fails or is cancelled.
     *
     * @param work gets the transaction's statements; must not keep them
     * @return the result of the work, after the commit. Fails as {@link #query} does. When the commit itself fails, it is unknown whether
     *     the work was committed
     */
    public <T> Mono<T> inTransaction(Function<Transaction, Mono<T>> work) {
        return Mono.deferContextual(context -> limit(context).toMillis() < 1
                ? Mono.error(Deadline.exceeded())
                : Mono.usingWhen(
                        session(),
                        session -> open(session)
                                .then(session.run(connection -> Mono.from(connection.beginTransaction())))
                                .then(Mono.defer(() -> work.apply(new Transaction(session)))),
                        session -> session.end(Connection::commitTransaction),
                        (session, failure) ->
                                session.end(Connection::rollbackTransaction).onErrorComplete(),
                        session -> session.end(Connection::rollbackTransaction)));
    }

    /** The value of a column that is never null. */
    public static <T> T column(Readable row, String name, Class<T> type) {
        return Objects.requireNonNull(row.get(name, type), name);
    }

    private Mono<LentConnection> session() {
        return Mono.fromSupplier(() -> new LentConnection(longestEnd));
    }

    /** Computes the limit when the connection is there, because the caller may have waited for the connection. */
    private Mono<Void> open(LentConnection session) {
        return session.open(connections.create()).then(Mono.deferContextual(context -> {
            Duration limit = limit(context);
            return limit.toMillis() < 1
                    ? Mono.error(Deadline.exceeded())
                    : session.run(connection -> timeouts.limit(connection, limit));
        }));
    }

    private Duration limit(ContextView context) {
        return Deadline.remainingUpTo(statementTimeout, context);
    }

    private <T> Flux<T> rows(
            LentConnection session, String sql, Function<? super Readable, T> mapper, Object... parameters) {
        return session.run(connection -> observation
                        .of(sql, execute(connection, sql, parameters).flatMap(result -> result.map(mapper)))
                        .collectList())
                .flatMapIterable(Function.identity());
    }

    public final class Transaction {

        private final LentConnection session;

        private Transaction(LentConnection session) {
            this.session = session;
        }

        /** Runs a query in this transaction, as {@link Database#query} does. */
        public <T> Flux<T> query(String sql, Function<? super Readable, T> mapper, Object... parameters) {
            return rows(session, sql, mapper, parameters);
        }

        /** Runs a statement that changes rows. Returns the number of changed rows. */
        public Mono<Long> update(String sql, Object... parameters) {
            return session.run(connection -> observation
                    .of(sql, execute(connection, sql, parameters).flatMap(Result::getRowsUpdated))
                    .reduce(0L, Long::sum));
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
