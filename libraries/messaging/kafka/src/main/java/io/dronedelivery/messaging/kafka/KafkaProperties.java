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
 * @param bootstrapServers where Kafka listens: {@code host:port}, several separated by commas. Required
 * @param properties further properties of all clients by Kafka's names, such as {@code security.protocol}. Properties on which delivery and
 *     order depend are refused
 * @param topics how missing topics are created
 */
@Validated
@ConfigurationProperties("messaging.kafka")
public record KafkaProperties(
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
     * @param create whether missing topics are created. Otherwise, what is sent to a missing topic is refused for a minute after the first
     *     event has waited for it, 5 s at most; all other events wait meanwhile
     * @param partitions the partitions of a new topic, and so the most members of a group that can work at the same time
     * @param replicationFactor the replicas of a new topic. -1: the broker's default. With more than two, {@code min.insync.replicas} is
     *     one less: an event counts as published when all replicas except one have it
     * @param retention how long a new topic keeps its events
     * @param deadLetterRetention how long a new dead-letter topic keeps its events
     */
    public record Topics(
            @DefaultValue("true") boolean create,
            @DefaultValue("8") @Min(1) @Max(10_000) int partitions,
            @DefaultValue("-1") @Min(-1) @Max(100) short replicationFactor,
            @DefaultValue("14d") @DurationMin(millis = 1) Duration retention,
            @DefaultValue("90d") @DurationMin(millis = 1) Duration deadLetterRetention) {

        public static final Topics DEFAULT = new Topics(true, 8, (short) -1);

        @ConstructorBinding
        public Topics {}

        /** Topics that are kept as long as by default. */
        public Topics(boolean create, int partitions, short replicationFactor) {
            this(create, partitions, replicationFactor, Duration.ofDays(14), Duration.ofDays(90));
        }
    }

    /**
     * How events are published.
     *
     * @param maxInFlight how many events may wait for the broker's answer. Further ones are refused with {@code BrokerUnavailableException}
     * @param memory memory for events that wait to be sent. At least {@code max-request-size} and {@code batch-size}
     * @param maxRequestSize the largest event, with its attributes, 1GB at most
     * @param batchSize how many bytes of events for a partition are sent together, 1GB at most
     * @param linger how long an event waits for others to be sent with it
     * @param deliveryTimeout after this time an unconfirmed publication fails
     * @param compression {@code none}, {@code gzip}, {@code snappy}, {@code lz4} or {@code zstd}
     * @param properties further properties of the producer, by Kafka's names
     */
    public record Publisher(
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

        @AssertTrue(
                message =
                        "messaging.kafka.publisher.memory must not be below messaging.kafka.publisher.max-request-size"
                                + " and messaging.kafka.publisher.batch-size")
        boolean isRoomForOne() {
            return memory.compareTo(maxRequestSize) >= 0 && memory.compareTo(batchSize) >= 0;
        }
    }

    /**
     * How events are consumed.
     *
     * @param maxInFlight how many calls of a subscription's handlers run at the same time. It also limits the events of a partition that
     *     are in work, wait to be tried again or wait for one of their key, before the partition is paused
     * @param maxUncommitted how many events of a partition may wait for their commit behind an unfinished event, before the partition is
     *     paused. Up to this many are handled again after a crash. An unfinished event blocks other keys only at this limit
     * @param maxPollRecords how many events one poll returns at most
     * @param watchdog a consumer whose thread has not polled for this time is replaced, as is a consumer whose thread met an {@code Error}.
     *     The group gives the partitions to the new consumer when the old one has closed, or after {@code max.poll.interval.ms}. Together with
     *     the longest call and pause of {@code messaging.retry} it is also the time after which work without a step begins anew
     * @param commitInterval how often offsets are committed, a minute at most. Events done since the last commit count as lag, and are
     *     handled again after a crash
     * @param rebalanceWait how long a rebalance waits for a member to finish the events of partitions that it gives up
     * @param drainTimeout how long the end of the application waits for the events in work, unless they were drained before
     * @param closeTimeout how long leaving the group may take
     * @param properties further properties of the consumers, by Kafka's names
     */
    public record KafkaConsumerSettings(
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

        public static final KafkaConsumerSettings DEFAULT = new KafkaConsumerSettings(
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
