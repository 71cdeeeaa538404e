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
 * Where a month is priced: in the service at once, or by workers behind a queue.
 *
 * @param queue the design of the queue, or none
 * @param deadline how long a request waits for its price; the caller's own deadline shortens it
 * @param retryAfter when a refused caller should retry
 * @param pool the reply channels; its maximum is also the most requests in flight
 * @param workers the workers of this instance
 * @param autoscaler whether and when the number of workers is changed
 */
@Validated
@ConfigurationProperties("invoice.pricing")
record PricingProperties(
        @DefaultValue("none") @NotNull QueueDesign queue,

        @DefaultValue("5s") @NotNull @DurationMin(millis = 1)
        Duration deadline,

        @DefaultValue("1s") @NotNull @DurationMin(seconds = 1)
        Duration retryAfter,

        @DefaultValue @NotNull @Valid RequestReplySettings.ChannelPoolSettings pool,
        @DefaultValue @NotNull @Valid RequestReplySettings.WorkerSettings workers,
        @DefaultValue @NotNull @Valid AutoscalerSettings autoscaler,
        @DefaultValue @NotNull @Valid Memory memory,
        @DefaultValue @NotNull @Valid Postgres postgres,
        @DefaultValue @NotNull @Valid Servicebus servicebus,
        @DefaultValue @NotNull @Valid PricingTopics kafka) {

    /** The design of the queue. */
    enum QueueDesign {
        /** No queue: the request itself does the work. */
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
     * A queue in the database of the invoices, over separate connections (at most nine).
     *
     * @param capacity the most jobs that wait for a worker
     * @param lock how long an instance keeps a job without a sign of life
     * @param poll pause between two checks for jobs and replies when no notification arrives
     */
    record Postgres(
            @DefaultValue("10000") @Min(1) int capacity,

            @DefaultValue("10s") @NotNull @DurationMin(seconds = 1)
            Duration lock,

            @DefaultValue("1s") @NotNull @DurationMin(millis = 10)
            Duration poll) {}

    /**
     * Queues in the namespace of {@code spring.cloud.azure.servicebus}.
     *
     * @param requests the queue of jobs
     * @param replies the queue of replies, with sessions
     * @param lockRenewal how long the lock of a job is renewed; needed only for a deadline longer than the queue's lock duration
     * @param lockDuration the lock duration of the queue of jobs, as declared at the broker; the start checks other settings against it
     * @param expectedHandlerTime how long a job takes; the start checks the number of jobs that a worker may hold against it
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
     * Topics on the broker of {@code messaging.kafka}.
     *
     * @param requests the topic of jobs
     * @param replies the topic of replies
     * @param partitions of a topic that is created; the most instances that work at a time
     * @param replicationFactor of a topic that is created; -1 leaves it to the broker
     */
    record PricingTopics(
            @DefaultValue("pricing-requests") @NotBlank String requests,
            @DefaultValue("pricing-replies") @NotBlank String replies,
            @DefaultValue("8") @Min(1) @Max(1_000) int partitions,
            @DefaultValue("-1") @Min(-1) @Max(100) short replicationFactor) {}
}
