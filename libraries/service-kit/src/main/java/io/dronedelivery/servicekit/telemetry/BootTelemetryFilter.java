package io.dronedelivery.servicekit.telemetry;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/**
 * Excludes what Spring Boot configures when OpenTelemetry is on the class path: an SDK with its threads and a tracer for every
 * observation, even if nothing is to be sent.
 */
final class BootTelemetryFilter implements AutoConfigurationImportFilter {

    private static final String SDK = "org.springframework.boot.opentelemetry.autoconfigure.";
    private static final String TRACING = "org.springframework.boot.micrometer.tracing.";

    private static final Set<String> LEFT_OUT = Set.of(
            SDK + "OpenTelemetrySdkAutoConfiguration",
            SDK + "logging.OpenTelemetryLoggingAutoConfiguration",
            SDK + "logging.otlp.OtlpLoggingAutoConfiguration",
            TRACING + "autoconfigure.NoopTracerAutoConfiguration",
            TRACING + "opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
            TRACING + "opentelemetry.autoconfigure.otlp.OtlpTracingAutoConfiguration");

    @Override
    public boolean[] match(
            @Nullable String[] autoConfigurationClasses, AutoConfigurationMetadata autoConfigurationMetadata) {
        boolean[] kept = new boolean[autoConfigurationClasses.length];
        for (int i = 0; i < kept.length; i++) {
            String name = autoConfigurationClasses[i];
            kept[i] = name == null || !LEFT_OUT.contains(name);
        }
        return kept;
    }
}
