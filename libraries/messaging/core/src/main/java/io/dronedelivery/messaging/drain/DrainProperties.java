package io.dronedelivery.messaging.drain;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How an instance is taken out of service.
 *
 * @param timeout how long a caller of the drain API waits for the end. At the end of the application this time or {@code
 *     spring.lifecycle.timeout-per-shutdown-phase} holds, whichever is shorter
 */
@ConfigurationProperties("messaging.drain")
@Validated
record DrainProperties(
        @DefaultValue("20s") @NotNull @DurationMin(millis = 1)
        Duration timeout) {}
