package io.dronedelivery.requestreply.postgres;

import io.dronedelivery.messaging.trace.TraceContext;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

final class JobTable {

    private final PostgresJobSettings settings;
    private final String process;
    private final JobConnections connections;

    /** @param process identifies this process, as the holder of jobs and the receiver of replies */
    JobTable(ConnectionFactory factory, PostgresJobSettings settings, String process) {
        this.settings = settings;
        this.process = process;
        connections = new JobConnections(factory);
    }

    record HeldJob(long number, Job job) {}

    record HeldReply(HeldJob held, Reply reply) {}

    /** A reply, its place in the table, and the address of its channel. */
    record ReceivedReply(long number, String address, Reply reply) {}

    Mono<Void> create() {
        return JobSchema.create(connections);
    }

    /** Stores the jobs for which there is room, and returns their ids. */
    Mono<Set<String>> insert(List<Job> jobs) {
        return connections
                .query(
                        JobSql.INSERT,
                        row -> text(row, "job_id"),
                        settings.queue(),
                        settings.capacity(),
                        strings(jobs, Job::id),
                        strings(jobs, Job::replyTo),
                        strings(jobs, job -> base64(job.body())),
                        jobs.stream().map(job -> job.remaining().toMillis()).toArray(Long[]::new),
                        strings(jobs, job -> job.trace().getOrDefault(TraceContext.PARENT, "")),
                        strings(jobs, job -> job.trace().getOrDefault(TraceContext.STATE, "")))
                .collect(HashSet::new, Set::add);
    }

    /** Takes up to {@code limit} jobs, the oldest first. */
    Mono<List<HeldJob>> claim(int limit) {
        return connections
                .quickQuery(
                        JobSql.CLAIM,
                        JobTable::held,
                        settings.queue(),
                        process,
                        settings.lock().toMillis(),
                        limit)
                .collectSortedList(Comparator.comparingLong(HeldJob::number));
    }

    private static HeldJob held(Readable row) {
        Instant now = Instant.now();
        return new HeldJob(
                number(row, "number"),
                new Job(
                        text(row, "job_id"),
                        text(row, "reply_to"),
                        bytes(row, "body"),
                        (int) number(row, "attempts"),
                        now.minusMillis(number(row, "waited")),
                        now.plusMillis(number(row, "remaining")),
                        Job.traceIn(column -> text(row, column))));
    }

    /**
     * Sends replies and removes their jobs from the queue, if this process still holds them.
     *
     * @return the processes that the replies are for
     */
    Mono<Set<String>> reply(List<HeldReply> done) {
        return connections
                .query(
                        JobSql.REPLY,
                        row -> text(row, "process"),
                        settings.queue(),
                        process,
                        numbers(done, each -> each.held().number()),
                        numbers(done, each -> (long) each.held().job().attempt()),
                        strings(done, each -> base64(each.reply().body())),
                        strings(done, each -> each.reply().code()),
                        strings(done, each -> each.reply().message().replace('\0', ' ')))
                .collect(HashSet::new, Set::add);
    }

    /** @param counted whether the attempt counts */
    Mono<Void> giveBack(HeldJob held, boolean counted) {
        return connections
                .query(
                        JobSql.GIVE_BACK,
                        row -> true,
                        settings.queue(),
                        process,
                        held.number(),
                        held.job().attempt(),
                        counted ? 0 : 1)
                .then();
    }

    /** Notifies other processes; this one is named as the sender. */
    Mono<Void> tell(Set<String> channels) {
        return connections
                .quickQuery(JobSql.NOTIFY, row -> true, process, channels.toArray(String[]::new))
                .then();
    }

    Mono<Void> drop(HeldJob held) {
        return connections
                .query(
                        JobSql.DROP,
                        row -> true,
                        settings.queue(),
                        process,
                        held.number(),
                        held.job().attempt())
                .then();
    }

    /**
     * The new replies for this process.
     *
     * @param received replies that this process already has: they are deleted
     */
    Flux<ReceivedReply> receive(Collection<Long> received) {
        return connections.quickQuery(
                JobSql.RECEIVE, JobTable::received, settings.queue(), process, received.toArray(Long[]::new));
    }

    /** Deletes replies that this process has. */
    Mono<Void> forget(Collection<Long> received) {
        return received.isEmpty()
                ? Mono.empty()
                : connections
                        .quickQuery(
                                JobSql.FORGET, row -> true, settings.queue(), process, received.toArray(Long[]::new))
                        .then();
    }

    private static ReceivedReply received(Readable row) {
        Reply reply = Reply.of(text(row, "job_id"), bytes(row, "body"), text(row, "code"), text(row, "message"));
        return new ReceivedReply(number(row, "number"), text(row, "address"), reply);
    }

    /** Extends the lock of jobs that this process holds. */
    Mono<Void> heartbeat(Collection<HeldJob> jobs) {
        List<HeldJob> held = List.copyOf(jobs);
        return held.isEmpty()
                ? Mono.empty()
                : connections
                        .quickQuery(
                                JobSql.HEARTBEAT,
                                row -> true,
                                settings.queue(),
                                process,
                                settings.lock().toMillis(),
                                numbers(held, HeldJob::number),
                                numbers(held, each -> (long) each.job().attempt()))
                        .then();
    }

    /** Removes expired jobs and replies. */
    Mono<Void> clean() {
        return connections
                .query(JobSql.CLEAN_JOBS, row -> true, settings.queue())
                .thenMany(connections.query(JobSql.CLEAN_REPLIES, row -> true, settings.queue()))
                .then();
    }

    Mono<Long> depth() {
        return connections
                .query(JobSql.DEPTH, row -> number(row, "depth"), settings.queue())
                .single();
    }

    Mono<Void> close() {
        return connections.close();
    }

    private static <T> String[] strings(List<T> items, Function<T, String> value) {
        return items.stream().map(value).toArray(String[]::new);
    }

    private static <T> Long[] numbers(List<T> items, Function<T, Long> value) {
        return items.stream().map(value).toArray(Long[]::new);
    }

    /** The driver does not support arrays of byte arrays. */
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
