package io.dronedelivery.cosmosaccess;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the containers are used. The account is configured in {@code spring.cloud.azure.cosmos}.
 *
 * @param operationTimeout the most time for one operation with all its calls and retries. The deadline of the caller makes it shorter
 * @param healthInterval how long the health of the database is kept before the account is asked again
 * @param gaugeInterval the time between two readings of the partitions and the throughput of the containers
 * @param allowPlainHttp whether {@code spring.cloud.azure.cosmos.endpoint} may begin with {@code http://} where it is not this machine: for
 *     an emulator or a stand-in in a separate network, never for an account, because everybody on the way could read along. On this
 *     machine it always may; such an endpoint counts as a stand-in, and gateway mode is the default
 * @param hedging reads that another region is asked for, too, when the nearest is slow
 * @param partitionCircuitBreaker whether the SDK leaves a region out for a partition that fails there again and again, and asks the next
 *     preferred region. The plan of a query belongs to no partition and is still requested from the nearest region first. The system
 *     property {@code COSMOS.PARTITION_LEVEL_CIRCUIT_BREAKER_CONFIG} takes precedence. On in the profile {@code azure}
 * @param containers the containers by name
 */
@Validated
@ConfigurationProperties("cosmos")
record CosmosProperties(
        @DefaultValue("30s") @DurationMin(millis = 1) Duration operationTimeout,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration healthInterval,
        @DefaultValue("60s") @DurationMin(millis = 1) Duration gaugeInterval,
        @DefaultValue("false") boolean allowPlainHttp,
        @DefaultValue @Valid Hedging hedging,
        @DefaultValue("false") boolean partitionCircuitBreaker,
        @DefaultValue Map<String, @Valid ContainerSettings> containers) {

    /**
     * Reads that are also sent to another region. Each costs its request units there again. With one preferred region it has no effect.
     *
     * @param enabled whether a slow read is also sent to another region; the first answer counts. Each further read costs its request units
     *     again. With one preferred region nothing changes. On in the profile {@code azure}
     * @param threshold a read that takes longer is also sent to the second of {@code spring.cloud.azure.cosmos.preferred-regions}. Set it
     *     above the time that nearly all reads take
     * @param step after each further time of this length the read is sent to the next region
     */
    record Hedging(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("500ms") @DurationMin(millis = 1) Duration threshold,
            @DefaultValue("100ms") @DurationMin(millis = 1) Duration step) {}

    /**
     * One container.
     *
     * @param partitionKey {@code /ownerId} keeps the documents of an owner together, {@code /id} each document for itself. It must be the
     *     partition key with which the container was created
     * @param parallelism how many physical partitions a query asks at the same time: {@code 1}, another number, or {@code all}, counted at
     *     the start
     * @param throughput request units a second to provision. Without it the present throughput stays, and a new container gets 400
     * @param pageSize the most documents that one call brings. A month of an owner should fit into one page
     * @param createIfMissing whether a missing container, and its database, is created
     */
    @ConfigurationPropertiesSource
    record ContainerSettings(
            @DefaultValue("/ownerId") PartitionKeyPath partitionKey,
            @DefaultValue("all") Parallelism parallelism,
            @Nullable @Min(400) @Max(1_000_000) Integer throughput,
            @DefaultValue("1000") @Min(1) @Max(10_000) int pageSize,
            @DefaultValue("false") boolean createIfMissing) {}
}
