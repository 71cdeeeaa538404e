package io.dronedelivery.requestreply.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class ServiceBusClosingTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Many more than Reactor has threads for what blocks. */
    private static final int CHANNELS = 4 * Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(
            // The SDK's engine sometimes fails while its client is closed, and leaves a socket that nobody serves any
            // more.
            o -> o.idleTimeout(Duration.ofSeconds(10))
                    .queue("requests")
                    .queue("replies", replies -> replies.requiresSession(true)));

    @Test
    void closing_after_load_ends_and_leaves_no_connection() {
        JobQueue queue = new ServiceBusJobQueue(
                () -> new ServiceBusNamespace(BUS.connectionString(), null).newConnection(TIMEOUT),
                new ServiceBusJobSettings("requests", "replies", Duration.ZERO));
        RequestReply requests = new RequestReply(
                "test",
                queue,
                job -> Mono.just(job.body()),
                new RequestReplySettings(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        new RequestReplySettings.ChannelPoolSettings(CHANNELS, CHANNELS, 0),
                        new RequestReplySettings.WorkerSettings(4, 16, 3, Duration.ofMillis(10)),
                        AutoscalerSettings.OFF),
                new SimpleMeterRegistry());
        requests.start();
        await().atMost(TIMEOUT).until(requests::ready);
        assertThat(Flux.range(0, CHANNELS)
                        .flatMap(lane -> requests.request(new byte[100]).repeat(20), CHANNELS)
                        .count()
                        .block(TIMEOUT))
                .isEqualTo(CHANNELS * 21L);

        requests.disable();
        requests.drained().then(requests.shutDown()).block(TIMEOUT);

        await().atMost(TIMEOUT).until(() -> BUS.bus().stats().connectionsOpen() == 0);
    }
}
