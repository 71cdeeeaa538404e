package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
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
 * Who prices a month: the service at once, or workers behind a queue.
 *
 * @param queue the design of the queue, or none
 * @param deadline how long a request waits for its price; the caller's own deadline shortens it
 * @param retryAfter when a caller that was refused should come again
 * @param pool the reply channels; its maximum is also the most requests in flight
 * @param workers those of this instance
 * @param autoscaler whether and when their number is changed
 */
@Validated
@ConfigurationProperties("invoice.pricing")
record PricingProperties(
        @DefaultValue("none") @NotNull Design queue,

        @DefaultValue("5s") @NotNull @DurationMin(millis = 1)
        Duration deadline,

        @DefaultValue("1s") @NotNull @DurationMin(seconds = 1)
        Duration retryAfter,

        @DefaultValue @NotNull @Valid RequestReplySettings.Pool pool,
        @DefaultValue @NotNull @Valid RequestReplySettings.Workers workers,
        @DefaultValue @NotNull @Valid AutoscalerSettings autoscaler,
        @DefaultValue @NotNull @Valid Memory memory,
        @DefaultValue @NotNull @Valid Postgres postgres,
        @DefaultValue @NotNull @Valid Servicebus servicebus,
        @DefaultValue @NotNull @Valid Kafka kafka) {

    /** The designs. */
    enum Design {
        /** No queue: the request does the work. */
        NONE,
        MEMORY,
        POSTGRES,
        SERVICEBUS,
        KAFKA
    }

    RequestReplySettings requestReply() {
        return new RequestReplySettings(deadline, retryAfter, pool, workers, autoscaler);
    }

    /** @param capacity the most jobs that wait for a worker */
    record Memory(@DefaultValue("1000") @Min(1) int capacity) {}

    /**
     * In the database of the invoices, over connections of its own (at most nine).
     *
     * @param capacity the most jobs that wait for a worker
     * @param lock how long a job stays with an instance that gives no sign of life
     * @param poll how often to look for jobs and replies without having been told of any
     */
    record Postgres(
            @DefaultValue("10000") @Min(1) int capacity,

            @DefaultValue("10s") @NotNull @DurationMin(seconds = 1)
            Duration lock,

            @DefaultValue("1s") @NotNull @DurationMin(millis = 10)
            Duration poll) {}

    /**
     * In the namespace of {@code spring.cloud.azure.servicebus}.
     *
     * @param requests the queue of jobs
     * @param replies the queue of replies, with sessions
     * @param lockRenewal how long the lock of a job is renewed; needed only for a deadline longer than the queue's lock duration
     * @param lockDuration that of the queue of jobs, which is declared at the broker; other settings are checked against it at the start
     * @param expectedHandlerTime how long a job takes; what a worker may hold is checked against it
     */
    record Servicebus(
            @DefaultValue("pricing-requests") @NotBlank String requests,
            @DefaultValue("pricing-replies") @NotBlank String replies,

            @DefaultValue("0s") @NotNull @DurationMin(millis = 0)
            Duration lockRenewal,

            @DefaultValue("1m") @NotNull @DurationMin(seconds = 1)
            Duration lockDuration,

            @DefaultValue("200ms") @NotNull @DurationMin(millis = 0)
            Duration expectedHandlerTime) {}

    /**
     * On the broker of {@code messaging.kafka}.
     *
     * @param requests the topic of jobs
     * @param replies the topic of replies
     * @param partitions of a topic that is created; the most instances that work at a time
     * @param replicationFactor of a topic that is created; -1 leaves it to the broker
     */
    record Kafka(
            @DefaultValue("pricing-requests") @NotBlank String requests,
            @DefaultValue("pricing-replies") @NotBlank String replies,
            @DefaultValue("8") @Min(1) @Max(1_000) int partitions,
            @DefaultValue("-1") @Min(-1) @Max(100) short replicationFactor) {}
}
