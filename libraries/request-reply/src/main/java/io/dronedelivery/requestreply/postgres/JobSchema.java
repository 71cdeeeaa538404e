package io.dronedelivery.requestreply.postgres;

import io.r2dbc.spi.Readable;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Creates missing tables and columns, and changes nothing else. A change of a table locks it for all users, even if nothing has to be
 * changed. It also needs permissions that a service does not need otherwise.
 */
final class JobSchema {

    private static final String FIND = """
            SELECT to_regclass('job') IS NOT NULL AS jobs,
                   to_regclass('job_reply') IS NOT NULL AS replies,
                   2 = (SELECT count(*) FROM pg_attribute
                         WHERE attrelid = to_regclass('job') AND attname IN ('traceparent', 'tracestate')
                           AND NOT attisdropped) AS traces
            """;

    /** "CREATE TABLE IF NOT EXISTS" fails when two sessions run it at the same moment, so they take a lock. */
    private static final String ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(7446284301)";

    private static final String JOBS = """
            CREATE TABLE IF NOT EXISTS job (
                queue        text COLLATE "C" NOT NULL,
                number       bigint GENERATED ALWAYS AS IDENTITY,
                job_id       text NOT NULL,
                reply_to     text NOT NULL,
                body         bytea NOT NULL,
                attempts     integer NOT NULL DEFAULT 0,
                enqueued_at  timestamptz NOT NULL,
                expires_at   timestamptz NOT NULL,
                available_at timestamptz NOT NULL,
                process      text,
                traceparent  text NOT NULL DEFAULT '',
                tracestate   text NOT NULL DEFAULT '',
                PRIMARY KEY (queue, number)
            ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)
            """;

    /** Tables of earlier versions lack these columns. */
    private static final String TRACES = """
            ALTER TABLE job
                ADD COLUMN IF NOT EXISTS traceparent text NOT NULL DEFAULT '',
                ADD COLUMN IF NOT EXISTS tracestate text NOT NULL DEFAULT ''
            """;

    private static final String REPLIES = """
            CREATE TABLE IF NOT EXISTS job_reply (
                queue      text COLLATE "C" NOT NULL,
                process    text COLLATE "C" NOT NULL,
                number     bigint GENERATED ALWAYS AS IDENTITY,
                address    text NOT NULL,
                job_id     text NOT NULL,
                body       bytea NOT NULL,
                code       text NOT NULL,
                message    text NOT NULL,
                expires_at timestamptz NOT NULL,
                PRIMARY KEY (queue, process, number)
            ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)
            """;

    private JobSchema() {}

    static Mono<Void> create(JobConnections connections) {
        return connections
                .query(FIND, JobSchema::missing)
                .filter(missing -> !missing.isEmpty())
                .concatMap(connections::batch)
                .then();
    }

    private static List<String> missing(Readable found) {
        List<String> missing = new ArrayList<>();
        if (!isThere(found, "jobs")) {
            missing.add(JOBS);
        } else if (!isThere(found, "traces")) {
            missing.add(TRACES);
        }
        if (!isThere(found, "replies")) {
            missing.add(REPLIES);
        }
        if (!missing.isEmpty()) {
            missing.add(0, ONE_AT_A_TIME);
        }
        return missing;
    }

    private static boolean isThere(Readable found, String what) {
        return Boolean.TRUE.equals(found.get(what, Boolean.class));
    }
}
