package io.dronedelivery.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NoBufferLeaksTest {

    private final NoBufferLeaks leaks = new NoBufferLeaks();

    /** A start of an application resets the loggers, and with them what listens for leaks. */
    @Test
    void a_leak_is_noticed_after_an_application_has_started() {
        leaks.begin();
        TestGateway.start("gateway.sample=false").close();

        try (RecordedLog seen = RecordedLog.of(ResourceLeakDetector.class.getName())) {
            PooledByteBufAllocator.DEFAULT.directBuffer(16);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                NoBufferLeaks.look();
                return !seen.from(Level.ERROR).isEmpty();
            });
        }

        assertThat(leaks.end()).isNotEmpty().allMatch(message -> message.contains("LEAK"));
    }
}
