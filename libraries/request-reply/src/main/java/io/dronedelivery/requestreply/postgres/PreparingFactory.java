package io.dronedelivery.requestreply.postgres;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Result;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Prepares each connection when it is opened. The pool's own hook would do that whenever a connection is borrowed, with a further round
 * trip before each statement.
 *
 * @param settings in SQL, separated by semicolons
 */
record PreparingFactory(ConnectionFactory factory, String settings) implements ConnectionFactory {

    @Override
    public Publisher<Connection> create() {
        return Mono.usingWhen(
                factory.create(),
                connection -> prepare(connection).thenReturn(connection),
                prepared -> Mono.empty(),
                (connection, failure) -> connection.close(),
                Connection::close);
    }

    private Mono<Void> prepare(Connection connection) {
        return Flux.from(connection.createStatement(settings).execute())
                .flatMap(Result::getRowsUpdated)
                .then();
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return factory.getMetadata();
    }
}
