package io.dronedelivery.servicekit.web;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The edge of a service.
 *
 * @param responseHeaders headers set on every response, before a handler may set them otherwise; an empty value leaves one out
 * @param maxRequestBody the most that a request's body may hold; a larger one is answered with 413
 * @param shutdownPause how long requests are still answered after the readiness has gone down, before the socket is closed
 */
@Validated
@ConfigurationProperties("service-kit")
record WebProperties(
        @DefaultValue Map<String, String> responseHeaders,
        @DefaultValue("256KB") DataSize maxRequestBody,

        @DefaultValue("0s") @NotNull @DurationMin(seconds = 0)
        Duration shutdownPause) {

    @AssertTrue(message = "service-kit.max-request-body must not be negative")
    boolean isBodyAllowed() {
        return !maxRequestBody.isNegative();
    }
}
