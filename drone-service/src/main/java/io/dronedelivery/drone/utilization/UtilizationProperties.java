package io.dronedelivery.drone.utilization;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the utilization of a month comes from.
 *
 * @param source {@code query} adds the flights of a month up at each request. {@code summary} reads a document that is kept up to date, and
 *     needs the container {@code flight-summaries}
 * @param summary how that document is kept up to date
 */
@Validated
@ConfigurationProperties("drone.utilization")
record UtilizationProperties(
        @DefaultValue("query") @NotNull UtilizationSource source,
        @DefaultValue @Valid SummarySettings summary) {

    enum UtilizationSource {
        QUERY,
        SUMMARY
    }

    /**
     * How the summaries follow the flights.
     *
     * @param pollInterval the pause between two checks for changes. Each check costs a call to every physical partition
     * @param pageSize the most changed flights that one call brings
     * @param months the most months of owners whose changes are gathered before their sums are written
     * @param concurrency how many months are written at the same time. It bounds what the first start takes of the throughput
     * @param timeout the time for one page of changes
     */
    record SummarySettings(
            @DefaultValue("1s") @NotNull @DurationMin(millis = 10)
            Duration pollInterval,

            @DefaultValue("1000") @Min(1) @Max(10_000) int pageSize,
            @DefaultValue("10000") @Min(1) @Max(100_000) int months,
            @DefaultValue("4") @Min(1) @Max(100) int concurrency,

            @DefaultValue("30s") @NotNull @DurationMin(millis = 1)
            Duration timeout) {}
}
