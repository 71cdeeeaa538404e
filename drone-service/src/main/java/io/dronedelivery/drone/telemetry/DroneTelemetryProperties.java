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
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The telemetry of drones.
 *
 * @param enabled whether telemetry is consumed
 * @param channel the topic, on either broker
 * @param group the instances that share the archiving: Kafka's consumer group, or the subscription on Service Bus
 * @param drones the most drones whose position is kept; beyond it the drones with the oldest positions are forgotten
 * @param maxPollRecords the most messages of one poll, on Kafka
 * @param lookBack how far back positions are read after the start, on Kafka
 * @param rebalanceWait how long a rebalance waits until this member's messages are archived, on Kafka
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
        @DefaultValue @NotNull @Valid ArchiveSettings archive) {

    /**
     * Positions as server-sent events.
     *
     * @param clients the most streams of one drone at a time; more are answered with 503
     * @param interval the shortest time between two positions on a stream; positions in between are skipped
     * @param fleetClients the most streams of all drones at a time; more are answered with 503. Each check of each of them goes over all
     *     drones
     * @param fleetInterval the shortest time between two checks of a stream of all drones
     * @param heartbeat how often a comment is sent, so that proxies keep the stream open and a lost client is noticed
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
