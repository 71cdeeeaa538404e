package io.dronedelivery.requestreply;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.servicekit.testing.ReferencePage;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class ReferenceTest {

    @Test
    void the_page_of_meters_is_what_the_code_says() {
        MeterRegistry meters = new SimpleMeterRegistry();
        RequestReply requests = new RequestReply(
                "test",
                new MemoryJobQueue(10),
                job -> Mono.just(job.body()),
                new RequestReplySettings(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        new RequestReplySettings.ChannelPoolSettings(1, 1, 1),
                        new RequestReplySettings.WorkerSettings(1, 1, 1, Duration.ZERO),
                        new AutoscalerSettings(true, Duration.ofMillis(100), 20, 1, 2)),
                meters);
        requests.start();
        try {
            await().until(() -> meters.find("jobs.autoscaler.decisions").counter() != null);

            ReferencePage.check(List.of("jobs."), meters);
        } finally {
            requests.stop();
        }
    }
}
