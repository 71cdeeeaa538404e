package io.dronedelivery.localapplicationinsights;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts a {@link LocalApplicationInsights} before a test class and stops it after:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();
 * }</pre>
 *
 * The field must be static.
 */
public final class LocalApplicationInsightsExtension implements BeforeAllCallback, AfterAllCallback {
    private final UnaryOperator<LocalApplicationInsightsOptions> settings;
    private @Nullable LocalApplicationInsights insights;

    private LocalApplicationInsightsExtension(UnaryOperator<LocalApplicationInsightsOptions> settings) {
        this.settings = settings;
    }

    public static LocalApplicationInsightsExtension create() {
        return with(options -> options);
    }

    public static LocalApplicationInsightsExtension with(UnaryOperator<LocalApplicationInsightsOptions> settings) {
        return new LocalApplicationInsightsExtension(settings);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        insights = LocalApplicationInsights.start(settings);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (insights != null) {
            insights.close();
            insights = null;
        }
    }

    /**
     * The running stand-in.
     *
     * @throws IllegalStateException before the test class has started
     */
    public LocalApplicationInsights insights() {
        if (insights == null) {
            throw new IllegalStateException(
                    "LocalApplicationInsights runs only while its test class does; is the field static?");
        }
        return insights;
    }

    public String connectionString() {
        return insights().connectionString();
    }
}
