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
 * @param watch how often waiting dead letters are counted, for the gauge and the alert; 0 for never
 * @param countLimit up to how many are counted when the broker has no count (Service Bus)
 * @param timeout for one call of the API, and for one call of the broker
 * @param scan how many dead letters one page of a list checks, at most
 * @param reach on Service Bus, how many other dead letters may be ahead of the requested ones: they are locked meanwhile
 * @param rate how many events are sent again in a second, unless the operator says otherwise
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
