package io.dronedelivery.drone.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.drone.assignment.FleetProperties.DroneClass;
import io.dronedelivery.drone.assignment.FlightDocument.Flown;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetTest {

    private static final Instant NEW_YEAR_IN_UTC = Instant.parse("2027-01-01T00:00:00Z");

    private final Fleet fleet = new Fleet(new FleetProperties(
            List.of(new DroneClass("heavy", 2, new BigDecimal("25")), new DroneClass("light", 3, new BigDecimal("5"))),
            60,
            Duration.ofSeconds(90),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1)));

    @ParameterizedTest
    @CsvSource({"0.01, 5", "5, 5", "5.00, 5", "5.01, 25", "25, 25"})
    void one_of_the_weakest_drones_that_can_carry_it_flies(BigDecimal weightKg, BigDecimal capacityKg) {
        assertThat(fly("d-1", weightKg, false).capacityKg()).isEqualTo(capacityKg);
    }

    @Test
    void drones_of_a_class_share_its_deliveries_and_each_delivery_has_its_drone() {
        List<String> light = IntStream.range(0, 200)
                .mapToObj(n -> fly("d-" + n, BigDecimal.ONE, false).droneId())
                .toList();

        assertThat(light).containsOnly("dr-03", "dr-04", "dr-05").contains("dr-03", "dr-04", "dr-05");
        assertThat(fly("d-7", BigDecimal.ONE, false).droneId()).isEqualTo(light.get(7));
        assertThat(fly("d-7", BigDecimal.TEN, false).droneId()).isIn("dr-01", "dr-02");
    }

    @Test
    void the_way_is_a_great_circle_and_its_time_follows() {
        Flown flight = fly("d-1", BigDecimal.ONE, false);

        // A quarter of the earth's circumference, 2 * pi * 6371 km.
        assertThat(flight.distanceKm()).isEqualTo("10007.54");
        assertThat(flight.flightSeconds()).isEqualTo(90 + 600_452);
        assertThat(flight.departedAt()).isEqualTo("2027-01-01T00:05:00Z");
        assertThat(flight.arrivedAt()).isEqualTo(flight.departedAt().plusSeconds(flight.flightSeconds()));
        assertThat(flight.year()).isEqualTo(2027);
        assertThat(flight.month()).isEqualTo(1);
        assertThat(fly("d-1", BigDecimal.ONE, true).departedAt()).isEqualTo("2027-01-01T00:01:00Z");
    }

    @Test
    void what_no_drone_carries_is_refused_with_the_reason() {
        assertThatThrownBy(() -> fly("d-1", new BigDecimal("25.01"), false))
                .isInstanceOf(InvalidEventException.class)
                .hasMessage("No drone of drone.fleet carries 25.01 kg; the strongest carries 25 kg");
    }

    private Flown fly(String deliveryId, BigDecimal weightKg, boolean expedited) {
        return fleet.fly(new DeliveryRequested(
                deliveryId,
                "o-1",
                NEW_YEAR_IN_UTC,
                new Location(0, 0),
                new Location(90, 0),
                expedited,
                1,
                weightKg,
                null));
    }
}
