package io.dronedelivery.invoice.database;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import reactor.core.publisher.Mono;

/**
 * Sets PostgreSQL's {@code statement_timeout} on pooled connections. Setting it is a round trip, as long as a small query itself. So a
 * connection keeps its present limit when that limit ends no statement late and none more than a tenth early. Any thread may call it.
 */
final class StatementTimeouts {

    private static final int PARTS = 10;

    /** The limits by the connection to the server, which outlives the connections that the pool lends. */
    private final Map<Connection, Duration> set = Collections.synchronizedMap(new WeakHashMap<>());

    /** Completes when no statement on this connection can run longer than the limit. */
    Mono<Void> limit(Connection lent, Duration limit) {
        return Mono.defer(() -> {
            Connection connection = toServer(lent);
            Duration now = set.get(connection);
            if (now != null && isNear(now, limit)) {
                return Mono.empty();
            }
            // Unknown until the server has confirmed it.
            set.remove(connection);
            return Mono.from(connection.setStatementTimeout(limit)).doOnSuccess(done -> set.put(connection, limit));
        });
    }

    private static boolean isNear(Duration now, Duration limit) {
        return now.compareTo(limit) <= 0 && now.compareTo(limit.minus(limit.dividedBy(PARTS))) >= 0;
    }

    /** The pool's own connection to the server. */
    static Connection toServer(Connection connection) {
        return connection instanceof Wrapped<?> wrapped && wrapped.unwrap() instanceof Connection inner
                ? toServer(inner)
                : connection;
    }
}
