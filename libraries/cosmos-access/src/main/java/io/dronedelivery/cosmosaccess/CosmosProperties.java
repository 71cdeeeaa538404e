package io.dronedelivery.cosmosaccess;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the containers are used. The account is configured in {@code spring.cloud.azure.cosmos}.
 *
 * @param operationTimeout the most time one operation may take, with all its calls and their retries; the caller's deadline shortens it
 * @param healthInterval how long the answer to "is the database reachable" is kept before the next check
 * @param gaugeInterval between two readings of the containers' partitions and throughput
 * @param allowPlainHttp whether {@code spring.cloud.azure.cosmos.endpoint} may begin with {@code http://} on another machine. Only for an
 *     emulator or a stand-in in a separate network, never for an account, because the traffic could be read on the way
 * @param hedging reads that are also sent to another region when the nearest is slow
 * @param partitionCircuitBreaker whether the SDK leaves out a region for a partition that repeatedly fails there: reads of it are sent to
 *     the next of the preferred regions
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
     * @param enabled whether it is on
     * @param threshold after this time the second of the preferred regions is queried; above the time that nearly all reads take
     * @param step after this further time the next region is queried
     */
    record Hedging(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("500ms") @DurationMin(millis = 1) Duration threshold,
            @DefaultValue("100ms") @DurationMin(millis = 1) Duration step) {}

    /**
     * One container.
     *
     * @param partitionKey {@code /ownerId} (an owner's documents together) or {@code /id} (each document separate); it must be the one that
     *     the container was created with
     * @param parallelism how many physical partitions are queried at the same time: {@code 1}, a number, or {@code all} of them, counted
     *     when the service starts
     * @param throughput request units a second to provision; when absent the existing throughput stays, and a new container gets 400
     * @param pageSize the most documents that one call returns; an owner's month should fit into one
     * @param createIfMissing whether to create the container, and its database, when they do not exist
     */
    record ContainerSettings(
            @DefaultValue("/ownerId") PartitionKeyPath partitionKey,
            @DefaultValue("all") Parallelism parallelism,
            @Nullable @Min(400) @Max(1_000_000) Integer throughput,
            @DefaultValue("1000") @Min(1) @Max(10_000) int pageSize,
            @DefaultValue("false") boolean createIfMissing) {}
}
