package io.dronedelivery.invoice.database;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs statements on pooled connections, each no longer than its caller waits for it.
 *
 * <p>The limit is PostgreSQL's own {@code statement_timeout}: when a caller goes away, nothing in the protocol stops the statement
 * that it started, and the connection would come back to the pool still busy.
 */
@Component
public final class Database {

    private final ConnectionFactory connections;
    private final Duration statementTimeout;

    Database(ConnectionFactory connections, DatabaseProperties properties) {
        this.connections = connections;
        this.statementTimeout = properties.statementTimeout();
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
                            connection -> limitTo(limit, connection)
                                    .thenMany(execute(connection, sql, parameters))
                                    .flatMap(result -> result.map(mapper)),
                            Connection::close);
        });
    }

    private static Mono<Void> limitTo(Duration limit, Connection connection) {
        return Mono.from(connection.setStatementTimeout(limit));
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
