package io.dronedelivery.messaging.retention;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What the delivery promise needs of the broker: an event is still stored when the dependencies of its handlers are back.
 *
 * @param check whether the broker's settings are compared when the application starts. With {@code warn} each mismatch is a line in the log
 *     and counts in {@code messaging.promise.mismatches}. With {@code refuse} the application does not start. On Azure only an identity
 *     with the role {@code Azure Service Bus Data Owner} may read these settings; without it one warning says so, and nothing is compared
 * @param accept settings of the broker that are not compared, by its names, such as {@code message.timestamp.type}
 * @param timeout the time for the broker's answer. A broker that does not answer does not prevent the start
 * @param minRetention how long events have to be kept: {@code DefaultMessageTimeToLive} of topic and subscription on Service Bus; {@code
 *     retention.ms}, with {@code retention.bytes} unlimited and {@code cleanup.policy} delete, on Kafka. Its brokers have to keep a
 *     group's offsets as long ({@code offsets.retention.minutes})
 * @param minDeadLetterRetention how long dead letters have to be kept: {@code retention.ms} of their topics on Kafka. Service Bus keeps
 *     them for ever
 * @param minDeliveries the least {@code MaxDeliveryCount} on Service Bus. Each crash of a consumer during an outage uses up one
 * @param maxDuplicateHistory the longest history of a topic on Service Bus with duplicate detection. Publishers that send an event again
 *     with the same message id, such as those of other systems, get a confirmation within it, and the event is dropped
 * @param minReplicas the least replication factor of a topic on Kafka
 * @param minInsyncReplicas the least {@code min.insync.replicas} of a topic on Kafka
 */
@Validated
@ConfigurationProperties("messaging.promise")
public record RetentionProperties(
        @DefaultValue("warn") @NotNull RetentionCheckMode check,
        @DefaultValue List<String> accept,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
        Duration timeout,

        @DefaultValue("14d") @NotNull @DurationMin(millis = 1)
        Duration minRetention,

        @DefaultValue("90d") @NotNull @DurationMin(millis = 1)
        Duration minDeadLetterRetention,

        @DefaultValue("100") @Min(1) int minDeliveries,

        @DefaultValue("15m") @NotNull @DurationMin(millis = 1)
        Duration maxDuplicateHistory,

        @DefaultValue("3") @Min(1) @Max(1000) int minReplicas,
        @DefaultValue("2") @Min(1) @Max(1000) int minInsyncReplicas) {

    /** What happens when the application starts. */
    public enum RetentionCheckMode {
        /** The broker is not asked. */
        OFF,
        /** Each mismatch is a warning. */
        WARN,
        /** The application does not start when there is a mismatch. */
        REFUSE
    }
}
