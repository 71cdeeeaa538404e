package io.dronedelivery.messaging.retention;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What the delivery promise needs of the broker: an event is still stored when the dependencies of its handlers are back.
 *
 * @param check what happens when the application starts
 * @param timeout how long the broker may take to report its settings
 * @param minRetention how long events have to be kept
 * @param minDeadLetterRetention how long dead letters have to be kept; Service Bus keeps them forever
 * @param minDeliveries Service Bus: how often a message has to be deliverable. Each crash of a consumer uses one
 * @param minReplicas Kafka: how many brokers have to store a topic
 * @param minInsyncReplicas Kafka: how many of them have to store an event before it counts as published
 */
@Validated
@ConfigurationProperties("messaging.promise")
public record RetentionProperties(
        @DefaultValue("warn") @NotNull RetentionCheckMode check,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
        Duration timeout,

        @DefaultValue("14d") @NotNull @DurationMin(millis = 1)
        Duration minRetention,

        @DefaultValue("90d") @NotNull @DurationMin(millis = 1)
        Duration minDeadLetterRetention,

        @DefaultValue("100") @Min(1) int minDeliveries,
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
