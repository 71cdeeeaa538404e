package io.dronedelivery.requestreply.autoscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.autoscale.Decision.ScalingRule;
import io.dronedelivery.requestreply.postgres.PostgresJobQueue;
import io.dronedelivery.requestreply.postgres.PostgresJobSettings;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Workers of a queue in PostgreSQL that follow their load. */
class AutoscaledWorkersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MOST = 5;

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void workers_are_added_under_load_and_removed_without_it() throws InterruptedException {
        RequestReply requests = new RequestReply(
                "test",
                queue(),
                job -> Mono.delay(Duration.ofMillis(20)).thenReturn(job.body()),
                new RequestReplySettings(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        new RequestReplySettings.ChannelPoolSettings(16, 16, 100),
                        new RequestReplySettings.WorkerSettings(1, 1, 3, Duration.ofMillis(10)),
                        new AutoscalerSettings(true, Duration.ofMillis(200), 20, 1, MOST)),
                meters);
        requests.start();
        await().atMost(TIMEOUT).until(requests::ready);

        AtomicReference<Throwable> failed = new AtomicReference<>();
        Disposable load = Flux.range(0, 12)
                .flatMap(caller -> requests.request(new byte[1]).repeat(), 12)
                .subscribe(reply -> {}, failure -> failed.set(failure));
        await().atMost(TIMEOUT).until(() -> workers(requests) == MOST);
        assertThat(failed).hasValue(null);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(requests.status().autoscaler().changes())
                        .extracting(Decision::rule)
                        .contains(ScalingRule.UTILISATION));
        // The length is not known at a look for which the database takes too long.
        await().atMost(TIMEOUT)
                .until(() -> requests.status().autoscaler().look().length() != null);

        load.dispose();
        await().atMost(TIMEOUT).until(() -> workers(requests) == 1);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(
                                requests.status().autoscaler().changes().get(0))
                        .returns(ScalingRule.CONSUMPTION_ZERO, Decision::rule)
                        .returns(1, Decision::to));

        CountDownLatch stopped = new CountDownLatch(1);
        requests.stop(stopped::countDown);
        stopped.await();
    }

    private static int workers(RequestReply requests) {
        return requests.status().workers().count();
    }

    private static JobQueue queue() {
        return new PostgresJobQueue(
                new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                        .host("localhost")
                        .port(POSTGRES.port())
                        .username(SharedPostgres.USER)
                        .database(POSTGRES.database())
                        .build()),
                new PostgresJobSettings("autoscaled", 1_000, Duration.ofSeconds(2), Duration.ofMillis(200)));
    }
}
