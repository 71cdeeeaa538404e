package io.dronedelivery.messaging.kafka;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The settings of Kafka, which apply with {@code messaging.broker=kafka}.
 *
 * @param bootstrapServers where Kafka listens: {@code host:port}, several with commas between
 * @param properties further properties of all clients by Kafka's names, such as {@code security.protocol}
 * @param topics how missing topics are created
 */
@Validated
@ConfigurationProperties("messaging.kafka")
record KafkaProperties(
        @Nullable
        @NotBlank(
                message = "says where Kafka listens, such as localhost:8107; it is needed with messaging.broker=kafka")
        String bootstrapServers,

        @DefaultValue Map<String, String> properties,
        @DefaultValue @Valid Topics topics,
        @DefaultValue @Valid Publisher publisher,
        @DefaultValue @Valid KafkaConsumerSettings consumer) {

    /** @param bootstrapServers where Kafka listens; all other settings have their defaults */
    static KafkaProperties at(String bootstrapServers) {
        return new KafkaProperties(
                bootstrapServers, Map.of(), Topics.DEFAULT, Publisher.DEFAULT, KafkaConsumerSettings.DEFAULT);
    }

    /**
     * The creation of topics that do not exist when they are first needed.
     *
     * @param create whether they are created; otherwise the first use fails
     * @param partitions of a new topic; also the most members of a group that can work at the same time
     * @param replicationFactor of a new topic; -1 leaves it to the broker. With more than two, an event counts as published when all
     *     replicas except one have it
     * @param retention how long the events of a new topic are kept
     * @param deadLetterRetention how long the events of a new dead-letter topic are kept
     */
    record Topics(
            @DefaultValue("true") boolean create,
            @DefaultValue("8") @Min(1) @Max(10_000) int partitions,
            @DefaultValue("-1") @Min(-1) @Max(100) short replicationFactor,
            @DefaultValue("14d") @DurationMin(millis = 1) Duration retention,
            @DefaultValue("90d") @DurationMin(millis = 1) Duration deadLetterRetention) {

        static final Topics DEFAULT = new Topics(true, 8, (short) -1);

        @ConstructorBinding
        Topics {}

        Topics(boolean create, int partitions, short replicationFactor) {
            this(create, partitions, replicationFactor, Duration.ofDays(14), Duration.ofDays(90));
        }
    }

    /**
     * How events are published.
     *
     * @param maxInFlight how many events may wait for the broker; more are refused
     * @param memory for events that wait to be sent
     * @param maxRequestSize the largest event, with its attributes
     * @param batchSize how many bytes of events for a partition are sent together
     * @param linger how long an event waits for others to be sent with
     * @param deliveryTimeout after which an unconfirmed publication fails
     * @param compression {@code none}, {@code gzip}, {@code snappy}, {@code lz4} or {@code zstd}
     * @param properties further properties of the producer, by Kafka's names
     */
    record Publisher(
            @DefaultValue("10000") @Min(1) @Max(10_000_000) int maxInFlight,
            @DefaultValue("32MB") DataSize memory,
            @DefaultValue("1MB") DataSize maxRequestSize,
            @DefaultValue("64KB") DataSize batchSize,
            @DefaultValue("0ms") @DurationMin(millis = 0) Duration linger,
            @DefaultValue("30s") @DurationMin(millis = 100) Duration deliveryTimeout,
            @DefaultValue("none") String compression,
            @DefaultValue Map<String, String> properties) {

        static final Publisher DEFAULT = new Publisher(
                10_000,
                DataSize.ofMegabytes(32),
                DataSize.ofMegabytes(1),
                DataSize.ofKilobytes(64),
                Duration.ZERO,
                Duration.ofSeconds(30),
                "none",
                Map.of());

        /** Kafka stores the size as an int, so 4 GB would become 0. */
        private static final DataSize LARGEST = DataSize.ofGigabytes(1);

        @AssertTrue(message = "messaging.kafka.publisher.max-request-size must be from 1B to 1GB")
        boolean isRequestSizePossible() {
            return maxRequestSize.toBytes() >= 1 && maxRequestSize.compareTo(LARGEST) <= 0;
        }

        @AssertTrue(message = "messaging.kafka.publisher.batch-size must be from 0B to 1GB")
        boolean isBatchSizePossible() {
            return !batchSize.isNegative() && batchSize.compareTo(LARGEST) <= 0;
        }

        @AssertTrue(message = "messaging.kafka.publisher.memory must not be below max-request-size and batch-size")
        boolean isRoomForOne() {
            return memory.compareTo(maxRequestSize) >= 0 && memory.compareTo(batchSize) >= 0;
        }
    }

    /**
     * How events are consumed.
     *
     * @param maxInFlight how many calls of a subscription's handlers run at the same time. It also limits the events of a partition that
     *     are in work or wait for it, before the partition is paused
     * @param maxUncommitted how many events of a partition may wait for their commit behind an unfinished event, before the partition is
     *     paused. Up to this many are delivered again after a crash. An unfinished event blocks other keys only at this limit
     * @param maxPollRecords how many events one poll returns
     * @param watchdog the consumer is replaced when its thread has not polled for this time
     * @param commitInterval how often offsets are committed, a minute at most. Events done since the last commit count as lag, and are
     *     handled again after a crash
     * @param rebalanceWait how long the group waits for a member to finish the events of partitions that it gives up
     * @param drainTimeout how long the end of the application waits for the events in work, unless they were drained before
     * @param closeTimeout how long leaving the group may take
     * @param properties further properties of the consumers, by Kafka's names
     */
    record KafkaConsumerSettings(
            @DefaultValue("256") @Min(1) @Max(100_000) int maxInFlight,
            @DefaultValue("5000") @Min(1) @Max(1_000_000) int maxUncommitted,
            @DefaultValue("200") @Min(1) @Max(10_000) int maxPollRecords,
            @DefaultValue("2m") @DurationMin(millis = 100) Duration watchdog,

            @DefaultValue("200ms") @DurationMin(millis = 1) @DurationMax(minutes = 1)
            Duration commitInterval,

            @DefaultValue("30s") @DurationMin(millis = 1) @DurationMax(minutes = 4)
            Duration rebalanceWait,

            @DefaultValue("20s") @DurationMin(millis = 1) Duration drainTimeout,
            @DefaultValue("5s") @DurationMin(millis = 1) Duration closeTimeout,
            @DefaultValue Map<String, String> properties) {

        static final KafkaConsumerSettings DEFAULT = new KafkaConsumerSettings(
                256,
                5000,
                200,
                Duration.ofMinutes(2),
                Duration.ofMillis(200),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                Map.of());
    }
}
