package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReplySettings;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where a month is priced: in the service at once, or by workers behind a queue. And by which tariffs deliveries are.
 *
 * @param queue the design of the queue between requests and workers. With {@code none} the request does the work. {@code kafka} needs
 *     {@code messaging.kafka.bootstrap-servers}, {@code servicebus} the namespace of {@code spring.cloud.azure.servicebus}
 * @param deadline how long a request waits for its price. The deadline of the caller makes it shorter
 * @param retryAfter the {@code Retry-After} of a refused request
 * @param pool the reply channels; its maximum is also the most requests in flight
 * @param workers the workers of this instance
 * @param autoscaler whether and when the number of workers is changed
 * @param tariffs the versions of the tariff from 2 on; version 1 is built in. Deliveries name the version with which they were accepted
 *     ({@code delivery.tariff.version}), so a version is never changed and never removed
 */
@Validated
@ConfigurationProperties("invoice.pricing")
record PricingProperties(
        @DefaultValue("none") @NotNull QueueDesign queue,

        @DefaultValue("5s") @NotNull @DurationMin(millis = 1)
        Duration deadline,

        @DefaultValue("1s") @NotNull @DurationMin(seconds = 1)
        Duration retryAfter,

        @NestedConfigurationProperty @DefaultValue @NotNull @Valid
        RequestReplySettings.ChannelPoolSettings pool,

        @NestedConfigurationProperty @DefaultValue @NotNull @Valid
        RequestReplySettings.WorkerSettings workers,

        @NestedConfigurationProperty @DefaultValue @NotNull @Valid
        AutoscalerSettings autoscaler,

        @DefaultValue @NotNull @Valid Memory memory,
        @DefaultValue @NotNull @Valid Postgres postgres,
        @DefaultValue @NotNull @Valid Servicebus servicebus,
        @DefaultValue @NotNull @Valid PricingTopics kafka,
        @DefaultValue @NotNull Map<Integer, @Valid Tariff> tariffs) {

    @AssertTrue(message = "invoice.pricing.tariffs must have versions from 2 on; version 1 is built in")
    boolean isTariffsLater() {
        return tariffs.keySet().stream().allMatch(version -> version > Tariffs.FIRST);
    }

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

    /**
     * @param capacity the most jobs that wait for a worker
     */
    record Memory(@DefaultValue("1000") @Min(1) int capacity) {}

    /**
     * A queue in the database of the invoices, over separate connections (at most nine).
     *
     * @param capacity the most jobs that wait for a worker
     * @param lock how long a job stays with an instance that gives no sign of life
     * @param poll how often jobs and replies are looked for without a notification
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
     * @param lockRenewal how long the lock of a job is renewed. Needed only for a deadline longer than the lock
     * @param lockDuration the lock duration of the queue of jobs, as it is declared at the broker. Other settings are checked against it at
     *     the start
     * @param expectedHandlerTime how long a job takes. The number of jobs that a worker may hold is checked against it
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
     * @param partitions the partitions of a topic that is created, and so the most instances that work at a time
     * @param replicationFactor the replicas of a topic that is created. -1: the broker's default
     */
    record PricingTopics(
            @DefaultValue("pricing-requests") @NotBlank String requests,
            @DefaultValue("pricing-replies") @NotBlank String replies,
            @DefaultValue("8") @Min(1) @Max(1_000) int partitions,
            @DefaultValue("-1") @Min(-1) @Max(100) short replicationFactor) {}
}
