package io.dronedelivery.messaging;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which broker carries the messages.
 *
 * @param broker {@code servicebus} or {@code kafka}
 */
@Validated
@ConfigurationProperties("messaging")
public record MessagingProperties(
        @DefaultValue("servicebus") @NotNull BrokerKind broker) {}
