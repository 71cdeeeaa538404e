package io.dronedelivery.localcosmos;

import io.dronedelivery.localkit.FaultList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts a {@link LocalCosmos} before a test class and stops it after:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(9));
 * }</pre>
 *
 * The field must be static.
 */
public final class LocalCosmosExtension implements BeforeAllCallback, AfterAllCallback {
    private final UnaryOperator<LocalCosmosOptions> settings;
    private @Nullable LocalCosmos cosmos;

    private LocalCosmosExtension(UnaryOperator<LocalCosmosOptions> settings) {
        this.settings = settings;
    }

    public static LocalCosmosExtension create() {
        return with(options -> options);
    }

    public static LocalCosmosExtension with(UnaryOperator<LocalCosmosOptions> settings) {
        return new LocalCosmosExtension(settings);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        cosmos = LocalCosmos.start(settings);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (cosmos != null) {
            cosmos.close();
            cosmos = null;
        }
    }

    /**
     * The running stand-in.
     *
     * @throws IllegalStateException before the test class has begun
     */
    public LocalCosmos cosmos() {
        if (cosmos == null) {
            throw new IllegalStateException("LocalCosmos runs only while its test class does; is the field static?");
        }
        return cosmos;
    }

    public String endpoint() {
        return cosmos().endpoint();
    }

    public String key() {
        return cosmos().key();
    }

    public FaultList faults() {
        return cosmos().faults();
    }

    public List<CosmosCall> calls() {
        return cosmos().calls();
    }

    public void clearCalls() {
        cosmos().clearCalls();
    }
}
