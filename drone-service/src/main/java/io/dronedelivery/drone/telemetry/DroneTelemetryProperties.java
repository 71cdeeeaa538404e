package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.ArchiveSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The telemetry of drones.
 *
 * @param enabled whether the service consumes the telemetry of drones
 * @param channel the topic of the telemetry. On Service Bus it has to exist
 * @param group the consumer group on Kafka, the subscription on Service Bus. On Service Bus it has to exist
 * @param drones the most drones whose position is kept. Beyond, the tenth of them that was heard of longest ago is forgotten
 * @param maxPollRecords the most messages that one poll brings, on Kafka
 * @param lookBack how far back positions of the other members' partitions are read at first, on Kafka
 * @param rebalanceWait how long a rebalance waits until what was read is archived, on Kafka. Otherwise it is archived twice
 */
@Validated
@ConfigurationProperties("drone.telemetry")
record DroneTelemetryProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("drone-telemetry") @NotBlank String channel,
        @DefaultValue("drone-archive") @NotBlank String group,
        @DefaultValue("100000") @Min(1) @Max(10_000_000) int drones,
        @DefaultValue("2000") @Min(1) @Max(100_000) int maxPollRecords,

        @DefaultValue("30s") @NotNull @DurationMin(millis = 0)
        Duration lookBack,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
        Duration rebalanceWait,

        @DefaultValue @NotNull @Valid Live live,

        @NestedConfigurationProperty @DefaultValue @NotNull @Valid
        ArchiveSettings archive) {

    /**
     * Positions as server-sent events.
     *
     * @param clients the most streams of one drone at a time. Further ones get 503
     * @param interval the least time between two positions on a stream. Positions in between are left out
     * @param fleetClients the most streams of all drones at a time. Further ones get 503
     * @param fleetInterval the least time between two updates of a stream of all drones. Each update goes over all drones
     * @param heartbeat how often a stream gets a comment, so that proxies keep it open and a client that is gone is noticed. Keep it below
     *     {@code stream.idle} of the gateway
     */
    record Live(
            @DefaultValue("1000") @Min(1) @Max(100_000) int clients,

            @DefaultValue("100ms") @NotNull @DurationMin(millis = 1)
            Duration interval,

            @DefaultValue("50") @Min(1) @Max(100_000) int fleetClients,

            @DefaultValue("1s") @NotNull @DurationMin(millis = 1)
            Duration fleetInterval,

            @DefaultValue("15s") @NotNull @DurationMin(millis = 10)
            Duration heartbeat) {}
}
