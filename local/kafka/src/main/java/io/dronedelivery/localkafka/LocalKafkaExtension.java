package io.dronedelivery.localkafka;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A {@link LocalKafka} for a test class ({@code @RegisterExtension static}) or for each test ({@code @RegisterExtension} on an instance
 * field).
 */
public final class LocalKafkaExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private final Consumer<LocalKafkaOptions> options;
    private @Nullable LocalKafka kafka;
    private boolean forClass;

    private LocalKafkaExtension(Consumer<LocalKafkaOptions> options) {
        this.options = options;
    }

    public static LocalKafkaExtension with(Consumer<LocalKafkaOptions> options) {
        return new LocalKafkaExtension(options);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        forClass = true;
        kafka = LocalKafka.start(options);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (kafka == null) {
            kafka = LocalKafka.start(options);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!forClass) {
            stop();
        }
    }

    private void stop() {
        if (kafka != null) {
            kafka.close();
            kafka = null;
        }
    }

    public LocalKafka kafka() {
        return Objects.requireNonNull(kafka, "the broker runs during tests only");
    }

    public String bootstrapServers() {
        return kafka().bootstrapServers();
    }
}
