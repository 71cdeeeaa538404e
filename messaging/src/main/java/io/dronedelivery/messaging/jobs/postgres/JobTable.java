package io.dronedelivery.messaging.jobs.postgres;

import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.jobs.Job;
import io.dronedelivery.messaging.jobs.JobQueueUnavailableException;
import io.dronedelivery.messaging.jobs.Reply;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The statements, on connections of their own, so that jobs do not wait behind the service's other work. */
final class JobTable {

    private static final int CONNECTIONS = 6;
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

    private final PostgresJobSettings settings;
    private final String process;
    private final ConnectionPool connections;

    /** @param process names this process, as the holder of jobs and the receiver of replies */
    JobTable(ConnectionFactory factory, PostgresJobSettings settings, String process) {
        this.settings = settings;
        this.process = process;
        connections = new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .initialSize(0)
                .maxSize(CONNECTIONS)
                .maxAcquireTime(Duration.ofSeconds(5))
                .maxCreateConnectionTime(Duration.ofSeconds(5))
                .maxIdleTime(Duration.ofMinutes(5))
                .postAllocate(connection -> connection.setStatementTimeout(STATEMENT_TIMEOUT))
                .build());
    }

    /** A job that this process holds. */
    record Held(long number, Job job) {}

    /** A reply to a job that this process holds. */
    record Done(Held held, Reply reply) {}

    /** A reply and the address of its channel. */
    record Received(String address, Reply reply) {}

    Mono<Void> create() {
        return run(connection -> {
                    var batch = connection.createBatch();
                    JobSql.CREATE.forEach(batch::add);
                    return Flux.from(batch.execute()).flatMap(result -> result.getRowsUpdated());
                })
                .then();
    }

    /** Stores what there is room for and returns the ids of those jobs. */
    Mono<Set<String>> insert(List<Job> jobs) {
        return query(
                        JobSql.INSERT,
                        row -> text(row, "job_id"),
                        settings.queue(),
                        settings.capacity(),
                        strings(jobs, Job::id),
                        strings(jobs, Job::replyTo),
                        strings(jobs, job -> base64(job.body())),
                        jobs.stream().map(job -> job.remaining().toMillis()).toArray(Long[]::new),
                        Notifications.jobs(settings.queue()),
                        strings(jobs, job -> job.trace().getOrDefault(EventAttributes.TRACE_PARENT, "")),
                        strings(jobs, job -> job.trace().getOrDefault(EventAttributes.TRACE_STATE, "")))
                .collect(HashSet::new, Set::add);
    }

    /** Takes up to {@code limit} jobs, the oldest first. */
    Mono<List<Held>> claim(int limit) {
        return query(
                        JobSql.CLAIM,
                        JobTable::held,
                        settings.queue(),
                        process,
                        settings.lock().toMillis(),
                        limit)
                .collectSortedList(Comparator.comparingLong(Held::number));
    }

    private static Held held(Readable row) {
        Instant now = Instant.now();
        return new Held(
                number(row, "number"),
                new Job(
                        text(row, "job_id"),
                        text(row, "reply_to"),
                        bytes(row, "body"),
                        (int) number(row, "attempts"),
                        now.minusMillis(number(row, "waited")),
                        now.plusMillis(number(row, "remaining")),
                        trace(row)));
    }

    /** The columns have the attributes' names, and are empty where there is none. */
    private static Map<String, String> trace(Readable row) {
        return Job.TRACE_ATTRIBUTES.stream()
                .filter(name -> !text(row, name).isEmpty())
                .collect(Collectors.toMap(name -> name, name -> text(row, name)));
    }

    /** Sends replies and takes their jobs from the queue, where they are still this process's. */
    Mono<Void> reply(List<Done> done) {
        return query(
                        JobSql.REPLY,
                        row -> true,
                        settings.queue(),
                        process,
                        numbers(done, each -> each.held().number()),
                        numbers(done, each -> (long) each.held().job().attempt()),
                        strings(done, each -> each.reply() instanceof Reply.Answer answer ? base64(answer.body()) : ""),
                        strings(done, each -> each.reply() instanceof Reply.Failure failure ? failure.code() : ""),
                        strings(
                                done,
                                each -> each.reply() instanceof Reply.Failure failure
                                        ? failure.message().replace('\0', ' ')
                                        : ""),
                        Notifications.replies(""))
                .then();
    }

    /** @param counted whether the attempt counts */
    Mono<Void> giveBack(Held held, boolean counted) {
        return query(
                        JobSql.GIVE_BACK,
                        row -> true,
                        settings.queue(),
                        process,
                        held.number(),
                        held.job().attempt(),
                        counted ? 0 : 1,
                        Notifications.jobs(settings.queue()))
                .then();
    }

    Mono<Void> drop(Held held) {
        return query(
                        JobSql.DROP,
                        row -> true,
                        settings.queue(),
                        process,
                        held.number(),
                        held.job().attempt())
                .then();
    }

    /** Takes the replies for this process. */
    Flux<Received> receive() {
        return query(JobSql.RECEIVE, JobTable::received, settings.queue(), process);
    }

    private static Received received(Readable row) {
        String id = text(row, "job_id");
        String code = text(row, "code");
        Reply reply = code.isEmpty()
                ? new Reply.Answer(id, bytes(row, "body"))
                : new Reply.Failure(id, code, text(row, "message"));
        return new Received(text(row, "address"), reply);
    }

    /** Keeps jobs that this process holds for another while. */
    Mono<Void> heartbeat(Set<Long> numbers) {
        return numbers.isEmpty()
                ? Mono.empty()
                : query(
                                JobSql.HEARTBEAT,
                                row -> true,
                                settings.queue(),
                                process,
                                settings.lock().toMillis(),
                                numbers.toArray(Long[]::new))
                        .then();
    }

    /** Removes jobs and replies that nobody waits for any more. */
    Mono<Void> clean() {
        return query(JobSql.CLEAN_JOBS, row -> true, settings.queue())
                .thenMany(query(JobSql.CLEAN_REPLIES, row -> true, settings.queue()))
                .then();
    }

    Mono<Long> depth() {
        return query(JobSql.DEPTH, row -> number(row, "depth"), settings.queue())
                .next();
    }

    Mono<Void> close() {
        return connections.disposeLater();
    }

    private <T> Flux<T> query(String sql, Function<Readable, T> mapper, Object... parameters) {
        return run(connection -> {
            Statement statement = connection.createStatement(sql);
            for (int index = 0; index < parameters.length; index++) {
                statement.bind(index, parameters[index]);
            }
            return Flux.from(statement.execute()).flatMap(result -> result.map(mapper));
        });
    }

    private <T> Flux<T> run(Function<Connection, Flux<T>> work) {
        return Flux.usingWhen(connections.create(), work, Connection::close)
                .onErrorMap(failure ->
                        new JobQueueUnavailableException("PostgreSQL did not do as asked: " + failure, failure));
    }

    private static <T> String[] strings(List<T> items, Function<T, String> value) {
        return items.stream().map(value).toArray(String[]::new);
    }

    private static <T> Long[] numbers(List<T> items, Function<T, Long> value) {
        return items.stream().map(value).toArray(Long[]::new);
    }

    /** There is no array of arrays of bytes in the protocol's driver. */
    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String text(Readable row, String column) {
        return Objects.requireNonNull(row.get(column, String.class), column);
    }

    private static long number(Readable row, String column) {
        return Objects.requireNonNull(row.get(column, Long.class), column);
    }

    private static byte[] bytes(Readable row, String column) {
        return Objects.requireNonNull(row.get(column, byte[].class), column);
    }
}
