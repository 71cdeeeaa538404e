package io.dronedelivery.servicekit.telemetry;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
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
 * @param identity whether each report carries a token of the identity that Azure gives the application, which needs the role {@code
 *     Monitoring Metrics Publisher}. Otherwise everybody who has the connection string may send. On in the profile {@code azure}; the
 *     endpoints then have to be https
 * @param liveMetrics whether to ask every five seconds if somebody watches the live metrics, and to send them then
 */
@Validated
@ConfigurationProperties("telemetry")
record TelemetryProperties(
        @Valid @DefaultValue Sampling sampling,
        @Valid @DefaultValue Export export,
        @Valid @DefaultValue LogExportSettings logs,
        @DefaultValue("false") boolean identity,
        @DefaultValue("false") boolean liveMetrics) {

    /**
     * Which traces are kept. A trace that comes from another service is kept when that one keeps it.
     *
     * @param percentage the percentage of the traces beginning here that is kept, instead of a rate. Rounded to 100/n, as Application
     *     Insights counts; 100 keeps all, 0 none
     * @param tracesPerSecond how many of the traces beginning here are kept a second, on average. A limit in time costs the same under any
     *     load: when the load rises, the share falls at once. Not used with a percentage
     */
    record Sampling(
            @Nullable @DecimalMin("0") @DecimalMax("100") Double percentage,

            @DefaultValue("5") @DecimalMin(value = "0", inclusive = false)
            double tracesPerSecond) {}

    /**
     * How telemetry is sent. What does not fit into a queue is dropped: requests never wait.
     *
     * @param interval the time between two reports of the meters
     * @param repeat when more than 0, a report leaves out counters without an increase, and gauges with the value that was sent within
     *     this time. Charts then have to keep a gauge's last value for that long
     * @param without the beginnings of the names of meters that are not sent; they stay at {@code /actuator/prometheus}
     * @param delay how long spans and log records wait to be sent together
     * @param timeout the most time for sending one batch
     * @param queueSize how many spans, and how many log records, may wait. Further ones are dropped, because requests never wait for the
     *     telemetry
     * @param shutdownTimeout how long the shutdown waits for the last batches. They are sent after the server has ended its requests and
     *     the handlers their messages
     */
    record Export(
            @DefaultValue("60s") @DurationMin(millis = 100) @DurationMax(hours = 1)
            Duration interval,

            @DefaultValue("0s") @DurationMax(hours = 1) Duration repeat,

            @DefaultValue List<String> without,

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
     * @param level the lowest level of log records that are sent. {@code off} sends none. Logs are not sampled
     */
    record LogExportSettings(@DefaultValue("info") LogLevel level) {}
}
