package io.dronedelivery.requestreply.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.requestreply.JobQueueContract;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

class PostgresJobQueueTest extends JobQueueContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LOCK = Duration.ofSeconds(10);
    private static final AtomicInteger QUEUES = new AtomicInteger();

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private String queueName;

    @BeforeEach
    void nameQueue() {
        queueName = "queue-" + QUEUES.incrementAndGet();
    }

    @Override
    protected JobQueue queue() {
        return queue(1_000);
    }

    private PostgresJobQueue queue(int capacity) {
        return queue(capacity, Duration.ofMillis(200));
    }

    private PostgresJobQueue queue(int capacity, Duration poll) {
        return queue(capacity, poll, POSTGRES.port());
    }

    private PostgresJobQueue queue(int capacity, Duration poll, int port) {
        return new PostgresJobQueue(
                new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                        .host("localhost")
                        .port(port)
                        .username(SharedPostgres.USER)
                        .database(POSTGRES.database())
                        .build()),
                new PostgresJobSettings(queueName, capacity, LOCK, poll));
    }

    @Override
    protected void takeOneJobAndDie() {
        await().atMost(TIMEOUT).until(() -> execute("""
                                UPDATE job SET process = 'dead', attempts = attempts + 1, available_at = now() + interval '1 s'
                                 WHERE queue = '%s'""".formatted(queueName)) == 1);
    }

    @Override
    protected void cutConnections() {
        execute("""
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'""");
    }

    @Test
    void job_beyond_the_capacity_is_refused() {
        PostgresJobQueue queue = queue(2);
        queue.submit(job("a", "nobody/1"))
                .then(queue.submit(job("b", "nobody/1")))
                .block(TIMEOUT);

        assertThatExceptionOfType(JobQueueFullException.class)
                .isThrownBy(() -> queue.submit(job("c", "nobody/1")).block(TIMEOUT))
                .withMessage("The table has 2 jobs that wait");
        assertThat(queue.depth().block(TIMEOUT)).isEqualTo(2);
        queue.close().block(TIMEOUT);
    }

    @Test
    void notifications_wake_workers_and_callers_without_waiting_for_the_poll() {
        PostgresJobQueue caller = queue(100, Duration.ofHours(1));
        PostgresJobQueue worker = queue(100, Duration.ofHours(1));
        Sinks.Many<Reply> replies = Sinks.many().replay().all();
        ReplyChannel channel = caller.openChannel(reply -> replies.emitNext(reply, Sinks.EmitFailureHandler.FAIL_FAST))
                .block(TIMEOUT);
        Disposable work = Flux.from(worker.deliveries())
                .flatMap(delivery -> delivery.reply(
                        new Reply.Answer(delivery.job().id(), delivery.job().body())))
                .subscribe();

        for (int n = 0; n < 20; n++) {
            caller.submit(job("job-" + n, channel.address())).block(TIMEOUT);
        }

        assertThat(replies.asFlux().take(20).map(Reply::jobId).collectList().block(TIMEOUT))
                .hasSize(20)
                .contains("job-19");
        work.dispose();
        caller.close().then(worker.close()).block(TIMEOUT);
    }

    @Test
    void reply_that_is_lost_with_its_connection_is_received_over_the_next_one() throws IOException {
        try (CuttingProxy proxy = new CuttingProxy(POSTGRES.port(), "cut here")) {
            PostgresJobQueue caller = queue(100, Duration.ofMillis(200), proxy.port());
            PostgresJobQueue worker = queue(100);
            Sinks.Many<Reply> replies = Sinks.many().replay().all();
            ReplyChannel channel = caller.openChannel(
                            reply -> replies.emitNext(reply, Sinks.EmitFailureHandler.FAIL_FAST))
                    .block(TIMEOUT);
            Disposable work = Flux.from(worker.deliveries())
                    .flatMap(delivery ->
                            delivery.reply(new Reply.Failure(delivery.job().id(), "no-tariff", "cut here")))
                    .subscribe();

            caller.submit(job("a", channel.address())).block(TIMEOUT);

            assertThat(replies.asFlux().next().map(Reply::jobId).block(TIMEOUT)).isEqualTo("a");
            assertThat(proxy.cuts()).isEqualTo(1);
            work.dispose();
            caller.close().then(worker.close()).block(TIMEOUT);
            assertThat(execute("SELECT 1 FROM job_reply WHERE queue = '%s'".formatted(queueName)))
                    .isZero();
        }
    }

    @Test
    void process_that_calls_and_works_needs_no_notification_of_itself() {
        PostgresJobQueue queue = queue(100, Duration.ofHours(1));
        Sinks.Many<Reply> replies = Sinks.many().replay().all();
        ReplyChannel channel = queue.openChannel(reply -> replies.emitNext(reply, Sinks.EmitFailureHandler.FAIL_FAST))
                .block(TIMEOUT);
        Disposable work = Flux.from(queue.deliveries())
                .limitRate(1)
                .concatMap(delivery -> delivery.job().attempt() == 1
                        ? delivery.abandon()
                        : delivery.reply(new Reply.Answer(
                                delivery.job().id(), delivery.job().body())))
                .subscribe();

        for (int n = 0; n < 5; n++) {
            queue.submit(job("job-" + n, channel.address())).block(TIMEOUT);
        }

        assertThat(replies.asFlux().take(5).map(Reply::jobId).collectList().block(TIMEOUT))
                .containsExactlyInAnyOrder("job-0", "job-1", "job-2", "job-3", "job-4");
        work.dispose();
        queue.close().block(TIMEOUT);
    }

    @Test
    void jobs_that_were_taken_for_a_worker_that_has_left_are_done_by_another_process() {
        PostgresJobQueue first = queue(10);
        Flux.just("a", "b", "c")
                .concatMap(id -> first.submit(job(id, "nobody/1")))
                .blockLast(TIMEOUT);
        Sinks.Empty<Void> left = Sinks.empty();
        first.deliveries().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(3);
            }

            @Override
            protected void hookOnNext(JobDelivery delivery) {
                cancel();
                delivery.release().subscribe(nothing -> {}, left::tryEmitError, left::tryEmitEmpty);
            }
        });
        left.asMono().block(TIMEOUT);

        PostgresJobQueue second = queue(10);
        assertThat(Flux.from(second.deliveries())
                        .map(delivery -> delivery.job().id())
                        .take(3)
                        .collectList()
                        .block(TIMEOUT))
                .containsExactlyInAnyOrder("a", "b", "c");
        first.close().then(second.close()).block(TIMEOUT);
    }

    @Test
    void job_outlives_the_process_that_submitted_it() {
        PostgresJobQueue first = queue(10);
        first.submit(job("a", "nobody/1")).block(TIMEOUT);
        first.close().block(TIMEOUT);

        PostgresJobQueue second = queue(10);
        assertThat(Flux.from(second.deliveries())
                        .next()
                        .map(delivery -> delivery.job().id())
                        .block(TIMEOUT))
                .isEqualTo("a");
        second.close().block(TIMEOUT);
    }

    @Test
    void job_that_this_process_lost_and_took_again_is_kept_when_its_first_delivery_ends() {
        PostgresJobQueue queue = queue(10);
        queue.submit(job("long", "nobody/1")).block(TIMEOUT);
        Queue<JobDelivery> deliveries = new ConcurrentLinkedQueue<>();
        Disposable work = Flux.from(queue.deliveries()).subscribe(deliveries::add);
        await().atMost(TIMEOUT).until(() -> deliveries.size() == 1);

        await().atMost(TIMEOUT).until(() -> {
            execute("UPDATE job SET available_at = now() - interval '1 s' WHERE queue = '%s' AND attempts = 1"
                    .formatted(queueName));
            return deliveries.size() == 2;
        });
        deliveries.remove().drop().block(TIMEOUT);

        assertThat(execute("UPDATE job SET available_at = now() + interval '1 h' WHERE queue = '%s' AND attempts = 2"
                        .formatted(queueName)))
                .isEqualTo(1);
        // Only a heartbeat of the process that holds the job sets that back.
        await().atMost(TIMEOUT).until(() -> execute("""
                SELECT 1 FROM job WHERE queue = '%s' AND attempts = 2 AND available_at < now() + interval '1 min'""".formatted(queueName)) == 1);
        assertThat(deliveries).hasSize(1);
        assertThat(deliveries.remove().job().attempt()).isEqualTo(2);
        work.dispose();
        queue.close().block(TIMEOUT);
    }

    private static int execute(String sql) {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    return rows.next() ? 1 : 0;
                }
            }
            return statement.getUpdateCount();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
