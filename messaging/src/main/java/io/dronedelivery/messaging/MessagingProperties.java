package io.dronedelivery.messaging;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which broker carries the messages.
 *
 * @param broker {@code servicebus} or {@code kafka}
 */
@ConfigurationProperties("messaging")
public record MessagingProperties(@DefaultValue("servicebus") @NotNull BrokerKind broker) {}
