package io.dronedelivery.delivery.request;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The tariff of new deliveries.
 *
 * @param version the version of the tariff with which deliveries are accepted. invoice-service must know it ({@code invoice.pricing.tariffs})
 */
@Validated
@ConfigurationProperties("delivery.tariff")
record AcceptedTariff(@Min(1) int version) {}
