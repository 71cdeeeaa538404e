package io.dronedelivery.servicekit.web;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The edge of a service.
 *
 * @param responseHeaders headers set on every response, before a handler may set them otherwise; an empty value leaves one out
 * @param maxRequestBody the most that a request's body may hold; a larger one is answered with 413
 */
@ConfigurationProperties("service-kit")
record WebProperties(
        @DefaultValue Map<String, String> responseHeaders, @DefaultValue("256KB") DataSize maxRequestBody) {}
