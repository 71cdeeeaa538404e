package io.dronedelivery.messaging;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which broker carries the messages.
 *
 * @param broker the broker. The adapter of the other broker makes no beans and opens no connections
 */
@Validated
@ConfigurationProperties("messaging")
public record MessagingProperties(
        @DefaultValue("servicebus") @NotNull BrokerKind broker) {}
