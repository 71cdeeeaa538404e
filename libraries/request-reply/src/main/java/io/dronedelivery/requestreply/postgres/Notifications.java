package io.dronedelivery.requestreply.postgres;

import io.r2dbc.postgresql.api.Notification;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlResult;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * PostgreSQL's notifications between processes about committed jobs and replies. They only shorten the wait: polling finds jobs and replies
 * whose notification is lost, because a connection is missing or a process has ended. Any thread may call it.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-notify.html">NOTIFY</a>
 */
final class Notifications {

    private static final Logger log = LoggerFactory.getLogger(Notifications.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);
    private static final Duration CHECK_EVERY = Duration.ofSeconds(5);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final ConnectionFactory factory;
    private final JobTable table;
    private final String process;
    private final Set<String> notified = ConcurrentHashMap.newKeySet();
    private final SingleFlight telling = new SingleFlight(Mono.defer(this::tell));

    /** @param process this process; its own notifications are skipped, since it already knows */
    Notifications(ConnectionFactory factory, JobTable table, String process) {
        this.factory = factory;
        this.table = table;
        this.process = process;
    }

    /** The channel that announces new jobs. */
    static String jobs(String queue) {
        return "jobs_" + queue;
    }

    /** The channel that announces new replies for a process. */
    static String replies(String process) {
        return "job_replies_" + process;
    }

    /**
     * Notifies the other processes. Calls during a notification are combined into the next one.
     *
     * @param channel {@link #jobs} or {@link #replies}
     */
    void tell(String channel) {
        notified.add(channel);
        telling.call();
    }

    private Mono<Void> tell() {
        Set<String> channels = Set.copyOf(notified);
        notified.removeAll(channels);
        return channels.isEmpty()
                ? Mono.empty()
                : table.tell(channels).onErrorResume(failure -> {
                    log.debug(
                            "Other processes find by polling the jobs of which they were not notified: {}",
                            failure.toString());
                    return Mono.empty();
                });
    }

    void stop() {
        telling.stop();
    }

    /**
     * Listens until it is cancelled, and reconnects when a connection is lost.
     *
     * @return the names of notified channels. After each connect it emits each of {@code channels} once, since a notification may have been
     *     missed until then
     */
    Flux<String> listen(String... channels) {
        return Flux.usingWhen(
                        Mono.from(factory.create()).timeout(ANSWER_WITHIN),
                        connection -> listen((PostgresqlConnection) connection, channels),
                        connection -> connection.close())
                .concatWith(Mono.error(() -> new IllegalStateException("The connection was closed")))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(MAX_PAUSE)
                        .transientErrors(true)
                        .doBeforeRetry(signal -> log.warn(
                                "No notifications from PostgreSQL, polling instead: {}",
                                String.valueOf(signal.failure()))));
    }

    private Flux<String> listen(PostgresqlConnection connection, String... channels) {
        StringBuilder sql = new StringBuilder();
        for (String channel : channels) {
            sql.append("LISTEN \"").append(channel).append("\";");
        }
        return run(connection, sql.toString())
                .thenMany(Flux.fromArray(channels))
                .concatWith(connection
                        .getNotifications()
                        .filter(notification -> !process.equals(notification.getParameter()))
                        .map(Notification::getName)
                        .takeUntilOther(lost(connection)));
    }

    /** Fails when the connection is lost silently. A listener alone would notice only when the operating system does. */
    private static Mono<Void> lost(PostgresqlConnection connection) {
        return Flux.interval(CHECK_EVERY)
                .onBackpressureDrop()
                .concatMap(tick -> run(connection, "SELECT 1"), 1)
                .then();
    }

    private static Mono<Void> run(PostgresqlConnection connection, String sql) {
        return connection
                .createStatement(sql)
                .execute()
                .flatMap(PostgresqlResult::getRowsUpdated)
                .then()
                .timeout(ANSWER_WITHIN);
    }
}
