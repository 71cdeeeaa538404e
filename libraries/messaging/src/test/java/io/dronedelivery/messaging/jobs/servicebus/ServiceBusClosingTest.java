package io.dronedelivery.messaging.jobs.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.jobs.JobQueue;
import io.dronedelivery.messaging.jobs.JobsLifecycle;
import io.dronedelivery.messaging.jobs.RequestReply;
import io.dronedelivery.messaging.jobs.RequestReplySettings;
import io.dronedelivery.messaging.jobs.WorkerPool;
import io.dronedelivery.messaging.jobs.WorkerSettings;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@ExtendWith(OutputCaptureExtension.class)
class ServiceBusClosingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Many more than Reactor has threads for what blocks: closed on those, they would wait for each other. */
    private static final int CHANNELS = 4 * Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(
            o -> o.queue("requests").queue("replies", replies -> replies.requiresSession(true)));

    private static final Logger SDK = (Logger) LoggerFactory.getLogger("com.azure");

    /** Writing a line for each link that is closed takes so long that they are not closed at the same time. */
    @BeforeAll
    static void quietSdk() {
        SDK.setLevel(Level.ERROR);
    }

    @AfterAll
    static void talkingSdk() {
        SDK.setLevel(null);
    }

    @Test
    void closing_under_load_ends_in_order_and_leaves_no_connection(CapturedOutput output) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        JobQueue queue = new ServiceBusJobQueue(
                () -> new ServiceBusNamespace(BUS.connectionString(), null).newConnection(PATIENCE),
                new ServiceBusJobSettings("requests", "replies", Duration.ZERO));
        RequestReply requests = new RequestReply(
                "test",
                queue,
                new RequestReplySettings(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        new RequestReplySettings.Pool(CHANNELS, CHANNELS, 0)),
                meters);
        WorkerPool workers = new WorkerPool(
                "test",
                queue,
                job -> Mono.just(job.body()),
                new WorkerSettings(4, 16, 3, Duration.ofMillis(10)),
                meters);
        JobsLifecycle lifecycle = new JobsLifecycle("test", requests, workers, queue, meters);
        lifecycle.start();
        await().atMost(PATIENCE).until(requests::ready);
        Flux.range(0, CHANNELS)
                .flatMap(lane -> requests.request(new byte[100]).repeat(20), CHANNELS)
                .blockLast(PATIENCE);

        CountDownLatch ended = new CountDownLatch(1);
        lifecycle.stop(ended::countDown);

        await().atMost(PATIENCE).until(() -> ended.getCount() == 0);
        await().atMost(PATIENCE).until(() -> BUS.bus().stats().connectionsOpen() == 0);
        assertThat(output).doesNotContain("ERROR", "did not end in order", "were not closed within");
    }
}
