package io.dronedelivery.messaging.deadletter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How dead letters are watched and worked on.
 *
 * @param watch how often waiting dead letters are counted, for the gauge and the alert. On Service Bus over one connection, which is kept.
 *     0: never
 * @param countLimit up to how many dead letters are counted on Service Bus, which has no such count: counting means to read each of
 *     them
 * @param timeout the time for one call of the operators' API, and for one call of the broker
 * @param scan the most dead letters that are read for one page of a list
 * @param reach on Service Bus, the most dead letters that may be ahead of the requested ones. The broker gives dead letters out from the
 *     head on, so the others are locked meanwhile, and given back at the end. If that is not enough, deal with those ahead first
 * @param rate how many events a second are sent again, unless the operator says otherwise. At most 1000
 */
@Validated
@ConfigurationProperties("messaging.dead-letters")
public record DeadLetterProperties(
        @DefaultValue("30s") @NotNull @DurationMin Duration watch,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int countLimit,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 100)
        Duration timeout,

        @DefaultValue("10000") @Min(1) @Max(1_000_000) int scan,
        @DefaultValue("2000") @Min(1) @Max(100_000) int reach,

        @DefaultValue("50") @Min(1) @Max(DeadLetterProperties.MAX_RATE)
        int rate) {

    static final int MAX_RATE = 1000;
}
