package io.dronedelivery.localservicebus;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A {@link LocalServiceBus} for a test class ({@code @RegisterExtension static}) or for each test ({@code @RegisterExtension} on an
 * instance field).
 */
public final class LocalServiceBusExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private final Consumer<LocalServiceBusOptions> options;
    private @Nullable LocalServiceBus bus;
    private boolean forClass;

    private LocalServiceBusExtension(Consumer<LocalServiceBusOptions> options) {
        this.options = options;
    }

    public static LocalServiceBusExtension with(Consumer<LocalServiceBusOptions> options) {
        return new LocalServiceBusExtension(options);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        forClass = true;
        bus = LocalServiceBus.start(options);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (bus == null) {
            bus = LocalServiceBus.start(options);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!forClass) {
            stop();
        }
    }

    private void stop() {
        if (bus != null) {
            bus.close();
            bus = null;
        }
    }

    public LocalServiceBus bus() {
        return Objects.requireNonNull(bus, "the bus runs during tests only");
    }

    public String connectionString() {
        return bus().connectionString();
    }

    public ServiceBusStats stats() {
        return bus().stats();
    }

    public InjectedFaults faults() {
        return bus().faults();
    }
}
