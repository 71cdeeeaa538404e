package io.dronedelivery.drone.assignment;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The drones that fly.
 *
 * @param classes the kinds of drones; their drones are numbered through, in this order
 * @param cruiseKmPerHour how fast they fly
 * @param takeOffAndLanding what a flight takes besides its way
 * @param preparation from the request of a delivery to its take-off
 * @param expeditedPreparation the same when it goes before others
 */
@Validated
@ConfigurationProperties("drone.fleet")
record FleetProperties(
        @NotEmpty List<@Valid DroneClass> classes,
        @DecimalMin("1") double cruiseKmPerHour,
        @NotNull @DurationMin(seconds = 0) Duration takeOffAndLanding,
        @NotNull @DurationMin(seconds = 0) Duration preparation,
        @NotNull @DurationMin(seconds = 0) Duration expeditedPreparation) {

    /**
     * One kind of drones.
     *
     * @param name for people
     * @param drones how many there are
     * @param capacityKg what each carries
     */
    record DroneClass(
            @NotBlank String name,
            @Min(1) @Max(10_000) int drones,
            @NotNull @DecimalMin("0.01") BigDecimal capacityKg) {}

    FleetProperties {
        classes = classes == null ? List.of() : List.copyOf(classes);
    }
}
