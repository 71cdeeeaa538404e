package io.dronedelivery.messaging.dispatch;

import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps a log of all messages in the table {@code message_log}. An event that is written again, with the same source and id, is stored once
 * while the log keeps it.
 */
final class PostgresSink implements DispatchSink {

    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS message_log (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                source text NOT NULL,
                event_id text NOT NULL,
                type text NOT NULL,
                channel text NOT NULL,
                message_key text NOT NULL,
                data text,
                written_at timestamptz NOT NULL DEFAULT now(),
                UNIQUE (source, event_id)
            )""";

    /** One statement for any number of rows: one round trip, and all of them or none. */
    private static final String INSERT = """
            INSERT INTO message_log (source, event_id, type, channel, message_key, data)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
            ON CONFLICT (source, event_id) DO NOTHING""";

    /**
     * Checks only the oldest rows, found by the primary key, so that it costs little when no row is too old. The database's clock decides.
     * Rows that another instance deletes are skipped.
     */
    private static final String PRUNE = """
            DELETE FROM message_log WHERE id IN (
                SELECT id FROM (
                    SELECT id, written_at FROM message_log ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED) AS oldest
                WHERE written_at < now() - $1 * interval '1 second')""";

    private static final Logger log = LoggerFactory.getLogger(PostgresSink.class);

    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

    private final MessageLogConnections connections;
    private final MessageLogProperties.Retention retention;
    private final Mono<Void> table;
    private final Disposable.Swap upkeep = Disposables.swap();

    PostgresSink(MessageLogConnections connections, MessageLogProperties.Retention retention) {
        this.connections = connections;
        this.retention = retention;
        // Created once; after a failure the next write tries again.
        this.table = Mono.defer(() -> connections.use(PostgresSink::createTable))
                .cache(nothing -> FOR_EVER, failure -> Duration.ZERO, () -> FOR_EVER);
    }

    /**
     * Opens the minimum of connections and creates the table if it is missing. From then on old rows are deleted until the sink is closed.
     */
    Mono<Void> open() {
        upkeep.update(Flux.interval(retention.pruneInterval())
                .onBackpressureDrop()
                .concatMap(tick -> prune().onErrorResume(this::later), 1)
                .subscribe(
                        this::tell, failure -> log.error("Old rows of the message log are deleted no more", failure)));
        return connections.open().then(table);
    }

    /** Deletes the rows that are too old, one batch in each transaction; returns their number. */
    Mono<Long> prune() {
        return table.then(connections.answer(this::pruneSome))
                .repeat()
                .takeUntil(some -> some < retention.pruneBatch())
                .reduce(0L, Long::sum);
    }

    private Mono<Long> pruneSome(Connection connection) {
        return Flux.from(connection
                        .createStatement(PRUNE)
                        .bind("$1", retention.keep().toSeconds())
                        .bind("$2", retention.pruneBatch())
                        .execute())
                .flatMap(Result::getRowsUpdated)
                .reduce(0L, Long::sum);
    }

    private Mono<Long> later(Throwable failure) {
        log.warn("Old rows of the message log are deleted later: {}", failure.toString());
        return Mono.empty();
    }

    private void tell(long deleted) {
        if (deleted > 0) {
            log.info("{} rows of the message log were older than {}", deleted, retention.keep());
        }
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Mono<Void> write(List<OutboundEvent> events) {
        return table.then(connections.use(connection -> insert(connection, events)));
    }

    private static Mono<Void> createTable(Connection connection) {
        return Flux.from(connection.createStatement(TABLE).execute())
                .flatMap(Result::getRowsUpdated)
                .then();
    }

    private static Mono<Void> insert(Connection connection, List<OutboundEvent> events) {
        return Flux.from(connection
                        .createStatement(INSERT)
                        .bind(
                                "$1",
                                column(
                                        events,
                                        event -> event.event().getSource().toString()))
                        .bind("$2", column(events, event -> event.event().getId()))
                        .bind("$3", column(events, event -> event.event().getType()))
                        .bind("$4", column(events, OutboundEvent::channel))
                        .bind("$5", column(events, OutboundEvent::key))
                        .bind("$6", column(events, event -> data(event.event())))
                        .execute())
                .flatMap(Result::getRowsUpdated)
                .then();
    }

    private static @Nullable String[] column(
            List<OutboundEvent> events, Function<OutboundEvent, @Nullable String> value) {
        return events.stream().map(value).toArray(String[]::new);
    }

    private static @Nullable String data(CloudEvent event) {
        CloudEventData data = event.getData();
        return data == null ? null : new String(data.toBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public BrokerConnections.ConnectionCounts connections() {
        return connections.connections();
    }

    @Override
    public void close() {
        upkeep.dispose();
        connections.close();
    }
}
