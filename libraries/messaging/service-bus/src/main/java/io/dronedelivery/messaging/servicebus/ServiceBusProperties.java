package io.dronedelivery.messaging.servicebus;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How Service Bus is used. The namespace comes from {@code spring.cloud.azure.servicebus.connection-string}, or from
 * {@code spring.cloud.azure.servicebus.namespace} with the credentials of the environment.
 *
 * @param lanes how many sessions the keys of a channel are spread over. The same in all services that publish to it
 * @param emulatorConnectionLimit how many connections an emulator accepts ({@code UseDevelopmentEmulator=true} in the connection string).
 *     More are refused at the start instead of hanging later. 0: no limit
 * @param emulatorManagementPort the port of an emulator's management API, without TLS
 * @param connections the pool of connections that events are sent through
 * @param send how events are sent
 * @param consumer how events are received
 */
@Validated
@ConfigurationProperties("messaging.servicebus")
public record ServiceBusProperties(
        @DefaultValue("8") @Min(1) @Max(1024) int lanes,
        @DefaultValue("10") @Min(0) int emulatorConnectionLimit,
        @DefaultValue("5300") @Min(1) @Max(65535) int emulatorManagementPort,
        @DefaultValue @NotNull @Valid SenderPoolSettings connections,
        @DefaultValue @NotNull @Valid Send send,
        @DefaultValue @NotNull @Valid ServiceBusConsumerSettings consumer) {

    /**
     * The pool of connections that events are sent through.
     *
     * @param min how many connections for sending are kept open
     * @param max how many connections for sending may be open. A connection for each message would cost tens of milliseconds and, behind a
     *     NAT, a port for minutes
     * @param inFlightPerConnection how many sends a connection has in flight before another connection is opened
     * @param idleTimeout how long a connection beyond the minimum may be idle before it is closed. At most 10m, because then Service Bus
     *     itself ends an idle link
     * @param maxUses after how many sends a connection is closed. 0: never. 1 shows what the pool is worth
     * @param maxWaiting how many events may be in flight or wait. Further ones are refused with {@code BrokerUnavailableException}
     * @param channels the channels to which the minimum of connections is opened at the start, in the background, so that the first events
     *     do not wait for it
     */
    public record SenderPoolSettings(
            @DefaultValue("1") @Min(0) int min,
            @DefaultValue("4") @Min(1) int max,
            @DefaultValue("32") @Min(1) int inFlightPerConnection,

            @DefaultValue("1m") @NotNull @DurationMin(millis = 1) @DurationMax(minutes = 10)
            Duration idleTimeout,

            @DefaultValue("0") @Min(0) int maxUses,
            @DefaultValue("10000") @Min(1) int maxWaiting,
            @DefaultValue List<@NotBlank String> channels) {}

    /**
     * How events are sent.
     *
     * @param timeout how long the broker may take to confirm a send, with the SDK's retries
     * @param batchMessages how many events of one lane one transfer may contain. They are the events that came during the lane's last
     *     transfer, so no event waits for a batch to fill. With 1 each event has its own transfer
     * @param batchSize how large such a transfer may be
     */
    public record Send(
            @DefaultValue("20s") @NotNull @DurationMin(millis = 1)
            Duration timeout,

            @DefaultValue("100") @Min(1) @Max(4500) int batchMessages,
            @DefaultValue("192KB") @NotNull DataSize batchSize) {

        @AssertTrue(message = "messaging.servicebus.send.batch-size must be at least 1B")
        boolean isBatchSizeThere() {
            return batchSize.toBytes() >= 1;
        }
    }

    /**
     * How events are received.
     *
     * @param maxConcurrentSessions how many lanes of a subscription this instance handles at the same time, one event of each
     * @param prefetch how many events of a lane are fetched in advance, 256 at most. They wait while their lock runs, are all delivered
     *     again when the instance dies, and overtake abandoned messages
     * @param sessionIdleTimeout how long an instance holds a lane without events, before another instance may take it
     * @param lockDuration for how long the broker locks a lane, as the subscription was declared. The detection of stalled consumers and
     *     checks of other settings use it
     * @param lockRenewal for how long the lock of a lane is renewed, counted from its acquisition and not from the message. With the SDK's
     *     own 5 minutes a busy lane would be lost in the middle of an event
     * @param expectedHandlerTime how long a handler usually takes. Used only to check the other settings
     * @param settleTimeout how long the broker may take to confirm that a message is settled. Then the settlement is repeated, with the
     *     pauses of {@code messaging.retry}, until it is confirmed or its link is gone. When a connection breaks meanwhile, the SDK itself
     *     would wait for minutes
     * @param watchdog how soon a consumer is replaced that no longer receives waiting messages, because the SDK's processors sometimes stop
     *     receiving after a network failure. By default twice {@code lock-duration}. 0: never, for an emulator that has no connection left
     *     for the check
     * @param drainTimeout how long handlers may take at the end of the application, unless they were drained before
     */
    public record ServiceBusConsumerSettings(
            @DefaultValue("8") @Min(1) int maxConcurrentSessions,
            @DefaultValue("0") @Min(0) int prefetch,

            @DefaultValue("30s") @NotNull @DurationMin(millis = 1)
            Duration sessionIdleTimeout,

            @DefaultValue("1m") @NotNull @DurationMin(seconds = 1)
            Duration lockDuration,

            @DefaultValue("30d") @NotNull @DurationMin Duration lockRenewal,
            @DefaultValue("200ms") @NotNull @DurationMin Duration expectedHandlerTime,

            @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
            Duration settleTimeout,

            @DurationMin @Nullable Duration watchdog,

            @DefaultValue("25s") @NotNull @DurationMin(millis = 1)
            Duration drainTimeout) {

        /** How soon a stalled consumer is noticed; zero for never. */
        Duration stallTimeout() {
            return watchdog == null ? lockDuration.multipliedBy(2) : watchdog;
        }
    }
}
