package io.dronedelivery.requestreply.postgres;

import io.r2dbc.postgresql.api.Notification;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlResult;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * PostgreSQL's notifications, on one connection. They shorten the wait only: while there is no connection, polling finds jobs and replies.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-notify.html">NOTIFY</a>
 */
final class Notifications {

    private static final Logger log = LoggerFactory.getLogger(Notifications.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    private Notifications() {}

    /** Tells that there are jobs. */
    static String jobs(String queue) {
        return "jobs_" + queue;
    }

    /** Tells a process that there are replies for it. */
    static String replies(String process) {
        return "job_replies_" + process;
    }

    /**
     * Listens until it is cancelled, over as many connections as it takes.
     *
     * @param self a process whose own notifications are left out, since it knows already
     * @return the names of channels that were notified; each of {@code channels} once whenever it begins to listen, since it may have
     *     missed something until then
     */
    static Flux<String> listen(ConnectionFactory factory, String self, String... channels) {
        return Flux.usingWhen(
                        factory.create(),
                        connection -> listen((PostgresqlConnection) connection, self, channels),
                        connection -> connection.close())
                .concatWith(Mono.error(() -> new IllegalStateException("The connection was closed")))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(MAX_PAUSE)
                        .transientErrors(true)
                        .doBeforeRetry(signal -> log.warn(
                                "No notifications from PostgreSQL, polling instead: {}",
                                String.valueOf(signal.failure()))));
    }

    private static Flux<String> listen(PostgresqlConnection connection, String self, String... channels) {
        StringBuilder sql = new StringBuilder();
        for (String channel : channels) {
            sql.append("LISTEN \"").append(channel).append("\";");
        }
        return connection
                .createStatement(sql.toString())
                .execute()
                .flatMap(PostgresqlResult::getRowsUpdated)
                .thenMany(Flux.fromArray(channels))
                .concatWith(connection
                        .getNotifications()
                        .filter(notification -> !self.equals(notification.getParameter()))
                        .map(Notification::getName));
    }
}
