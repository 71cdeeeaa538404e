package io.dronedelivery.servicekit.telemetry;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.logging.LogLevel;
import org.springframework.validation.annotation.Validated;

/**
 * What is sent to Application Insights. Nothing is sent without {@value OnConnectionString#PROPERTY}.
 *
 * @param sampling which traces are kept
 * @param export how they are sent
 * @param logs which log records are sent
 * @param identity whether to sign in with the identity that Azure gives the application, which needs the role Monitoring Metrics Publisher.
 *     Otherwise every owner of the connection string may send
 * @param liveMetrics whether to ask every five seconds if somebody looks at the live metrics, and to send them then
 */
@Validated
@ConfigurationProperties("telemetry")
record TelemetryProperties(
        @Valid @DefaultValue Sampling sampling,
        @Valid @DefaultValue Export export,
        @Valid @DefaultValue Logs logs,
        @DefaultValue("false") boolean identity,
        @DefaultValue("false") boolean liveMetrics) {

    /**
     * Which traces are kept. A trace that comes from another service is kept when that one keeps it.
     *
     * @param percentage of the traces that begin here, rounded to 100/n; when set, their rate does not matter
     * @param tracesPerSecond how many of the traces that begin here are kept at most, on average; not used with a percentage
     */
    record Sampling(
            @Nullable @DecimalMin("0") @DecimalMax("100") Double percentage,

            @DefaultValue("5") @DecimalMin(value = "0", inclusive = false)
            double tracesPerSecond) {}

    /**
     * How telemetry is sent. What does not fit into a queue is dropped: requests never wait.
     *
     * @param interval between two reports of the meters
     * @param delay for how long spans and log records wait until they are sent together
     * @param timeout the most time one batch may take to be sent
     * @param queueSize how many spans, and how many log records, wait at most
     * @param shutdownTimeout the most time that the shutdown waits for what is left
     */
    record Export(
            @DefaultValue("60s") @DurationMin(millis = 100) @DurationMax(hours = 1)
            Duration interval,

            @DefaultValue("2s") @DurationMin(millis = 10) @DurationMax(minutes = 10)
            Duration delay,

            @DefaultValue("10s") @DurationMin(millis = 100) @DurationMax(minutes = 5)
            Duration timeout,

            @DefaultValue("8192") @Min(BATCH) @Max(1_000_000)
            int queueSize,

            @DefaultValue("5s") @DurationMin(millis = 1) @DurationMax(minutes = 5)
            Duration shutdownTimeout) {

        /** How many spans or log records are sent together. */
        static final int BATCH = 512;
    }

    /**
     * Which log records are sent.
     *
     * @param level the lowest that is sent; {@code off} sends none
     */
    record Logs(@DefaultValue("info") LogLevel level) {}
}
