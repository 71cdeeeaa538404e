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
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.validation.annotation.Validated;

/**
 * The drones.
 *
 * @param classes the kinds of drones; drones are numbered consecutively in this order
 * @param cruiseKmPerHour the speed of a drone
 * @param takeOffAndLanding the time for take-off and landing of each flight
 * @param preparation the time from the request of a delivery to its take-off
 * @param expeditedPreparation the same time for an expedited delivery
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
     * A kind of drones.
     *
     * @param name the name of a class of drones. Drones are numbered through from {@code dr-01}, in the order of the classes
     * @param drones how many drones of the class there are
     * @param capacityKg what a drone of the class carries, in kg
     */
    @ConfigurationPropertiesSource
    record DroneClass(
            @NotBlank String name,
            @Min(1) @Max(10_000) int drones,
            @NotNull @DecimalMin("0.01") BigDecimal capacityKg) {}

    FleetProperties {
        classes = classes == null ? List.of() : List.copyOf(classes);
    }
}
