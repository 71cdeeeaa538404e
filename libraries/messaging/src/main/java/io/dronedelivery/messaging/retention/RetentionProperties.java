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
 * What the promise needs of the broker: that an event is still there when whatever its handlers need is back.
 *
 * @param check what happens when the application starts
 * @param timeout how long the broker has to tell its settings
 * @param minRetention how long events have to be kept
 * @param minDeadLetterRetention how long dead letters have to be kept; Service Bus keeps them for ever
 * @param minDeliveries Service Bus: how often a message has to be deliverable. A consumer that crashes uses up one
 * @param minReplicas Kafka: on how many brokers a topic has to be
 * @param minInsyncReplicas Kafka: on how many of them an event has to be before it counts as published
 */
@Validated
@ConfigurationProperties("messaging.promise")
public record RetentionProperties(
        @DefaultValue("warn") @NotNull Check check,

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
    public enum Check {
        /** The broker is not asked. */
        OFF,
        /** Each mismatch is a warning. */
        WARN,
        /** The application does not start when there is a mismatch. */
        REFUSE
    }
}
