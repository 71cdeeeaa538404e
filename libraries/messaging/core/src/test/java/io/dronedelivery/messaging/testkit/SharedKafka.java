package io.dronedelivery.messaging.testkit;

import io.dronedelivery.localkafka.LocalKafka;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One Kafka for all test classes of the JVM, started by the first that needs it. A class names its topics and groups so that no other
 * class has them, and neither stops the broker nor counts what others do.
 */
public final class SharedKafka implements BeforeAllCallback {

    private @Nullable LocalKafka kafka;

    @Override
    public void beforeAll(ExtensionContext context) {
        kafka = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedKafka.class))
                .computeIfAbsent(Running.class, key -> new Running(LocalKafka.start(options -> {})), Running.class)
                .kafka();
    }

    /** What its clients call {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return Objects.requireNonNull(kafka, "the broker runs during tests only")
                .bootstrapServers();
    }

    private record Running(LocalKafka kafka) implements AutoCloseable {

        @Override
        public void close() {
            kafka.close();
        }
    }
}
