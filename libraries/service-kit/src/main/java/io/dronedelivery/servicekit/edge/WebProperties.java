package io.dronedelivery.servicekit.edge;

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
 * @param responseHeaders headers of every answer, unless a handler sets them. An empty value removes a header
 * @param maxRequestBody the largest body of a request. A larger one gets 413
 * @param shutdownPause how long requests are still answered after the readiness has gone down, before the socket is closed. Kubernetes removes a
 *     pod from its services some time after it asks the pod to end: set 5s to 10s there, unless a {@code preStop} hook waits, as in
 *     {@code deploy/kubernetes}. Set {@code terminationGracePeriodSeconds} to more than this pause and the shutdown together
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
