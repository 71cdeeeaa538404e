package io.dronedelivery.requestreply.postgres;

/**
 * The SQL. A job is free when its {@code available_at} has passed. A process that takes the job moves that time ahead, and again with every
 * heartbeat, so the jobs of a dead process become free by themselves. All statements skip locked rows, so they never wait for each other.
 */
final class JobSql {

    static final String INSERT = """
            WITH room AS (
                SELECT $2 - count(*) AS free FROM job WHERE queue = $1 AND process IS NULL),
            stored AS (
                INSERT INTO job (queue, job_id, reply_to, body, enqueued_at, expires_at, available_at, traceparent, tracestate)
                SELECT $1, job_id, reply_to, decode(body, 'base64'), now(), now() + millis * interval '1 millisecond', now(),
                       traceparent, tracestate
                  FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])
                       WITH ORDINALITY AS new (job_id, reply_to, body, millis, traceparent, tracestate, position), room
                 WHERE position <= free
                 ORDER BY position
                RETURNING job_id)
            SELECT job_id FROM stored
            """;

    static final String CLAIM = """
            WITH free AS MATERIALIZED (
                SELECT number FROM job
                 WHERE queue = $1 AND available_at <= clock_timestamp()
                 ORDER BY number LIMIT $4
                   FOR UPDATE SKIP LOCKED)
            UPDATE job
               SET process = $2, attempts = attempts + 1, available_at = clock_timestamp() + $3 * interval '1 millisecond'
              FROM free
             WHERE job.queue = $1 AND job.number = free.number
            RETURNING job.number, job_id, reply_to, body, attempts::bigint, traceparent, tracestate,
                      (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint AS remaining,
                      (extract(epoch FROM clock_timestamp() - enqueued_at) * 1000)::bigint AS waited
            """;

    static final String REPLY = """
            WITH done AS (
                DELETE FROM job
                 USING unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
                       AS reply (number, attempts, body, code, message)
                 WHERE job.queue = $1 AND job.process = $2 AND job.number = reply.number AND job.attempts = reply.attempts
                RETURNING job.reply_to, job.job_id, job.expires_at, reply.body, reply.code, reply.message),
            stored AS (
                INSERT INTO job_reply (queue, process, address, job_id, body, code, message, expires_at)
                SELECT $1, split_part(reply_to, '/', 1), reply_to, job_id, decode(body, 'base64'), code, message, expires_at
                  FROM done
                RETURNING process)
            SELECT DISTINCT process FROM stored
            """;

    static final String GIVE_BACK = """
            UPDATE job SET process = NULL, available_at = now(), attempts = attempts - $5
             WHERE queue = $1 AND process = $2 AND number = $3 AND attempts = $4
            RETURNING number
            """;

    static final String DROP =
            "DELETE FROM job WHERE queue = $1 AND process = $2 AND number = $3 AND attempts = $4 RETURNING number";

    /**
     * Reads the new replies, and deletes those of the last read. A reply that is lost on the way to the client is still there for the next
     * connection.
     */
    static final String RECEIVE = """
            WITH received AS (
                DELETE FROM job_reply WHERE queue = $1 AND process = $2 AND number = ANY ($3::bigint[]))
            SELECT number, address, job_id, body, code, message FROM job_reply
             WHERE queue = $1 AND process = $2 AND number <> ALL ($3::bigint[])
             ORDER BY number
            """;

    static final String FORGET =
            "DELETE FROM job_reply WHERE queue = $1 AND process = $2 AND number = ANY ($3::bigint[]) RETURNING number";

    /**
     * Runs in a separate transaction, not in the one that stores the job or reply. A transaction that notifies holds a lock of the whole
     * server until its commit is on the disk, so commits could not be grouped.
     */
    static final String NOTIFY = "SELECT pg_notify(channel, $1) FROM unnest($2::text[]) AS notified (channel)";

    /**
     * For transactions that may be lost when the server crashes, because they are repeated then: who holds a job, and that a reply was
     * received. Other committed transactions are not lost with them.
     *
     * @see <a href="https://www.postgresql.org/docs/current/wal-async-commit.html">Asynchronous commit</a>
     */
    static final String NOT_DURABLE = "SET synchronous_commit TO off";

    /** The server ends a statement that takes longer. */
    static final String STATEMENT_TIMEOUT = "SET statement_timeout = '10s'";

    static final String HEARTBEAT = """
            WITH held AS MATERIALIZED (
                SELECT job.number FROM job
                  JOIN unnest($4::bigint[], $5::bigint[]) AS mine (number, attempts)
                    ON job.number = mine.number AND job.attempts = mine.attempts
                 WHERE job.queue = $1 AND job.process = $2
                   FOR UPDATE OF job SKIP LOCKED)
            UPDATE job SET available_at = clock_timestamp() + $3 * interval '1 millisecond'
              FROM held
             WHERE job.queue = $1 AND job.number = held.number
            RETURNING job.number
            """;

    static final String CLEAN_JOBS = """
            WITH expired AS MATERIALIZED (
                SELECT number FROM job
                 WHERE queue = $1 AND expires_at < now() AND available_at <= now()
                   FOR UPDATE SKIP LOCKED)
            DELETE FROM job USING expired WHERE job.queue = $1 AND job.number = expired.number RETURNING job.number
            """;

    static final String CLEAN_REPLIES =
            "DELETE FROM job_reply WHERE queue = $1 AND expires_at < now() RETURNING number";

    static final String DEPTH = "SELECT count(*) AS depth FROM job WHERE queue = $1 AND process IS NULL";

    private JobSql() {}
}
