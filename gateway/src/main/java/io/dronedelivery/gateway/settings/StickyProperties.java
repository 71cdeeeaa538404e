package io.dronedelivery.gateway.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * By which value calls are sent to the same instance: exactly one of the two. A call without the value is sent like any other.
 *
 * @param variable the name of a variable of the request
 * @param header the name of a header of the caller
 */
@ConfigurationPropertiesSource
public record StickyProperties(
        @Nullable String variable, @Nullable String header) {}
