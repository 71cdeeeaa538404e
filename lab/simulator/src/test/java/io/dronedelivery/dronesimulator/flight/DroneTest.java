package io.dronedelivery.dronesimulator.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.dronesimulator.flight.Drone.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DroneTest {

    private static final long SECOND = 1_000_000;
    private static final long START = 1_795_384_228_000_000L;
    private static final int HOURS = 4;

    @Test
    void a_drone_moves_as_fast_as_it_says_and_no_faster() {
        List<Reading> readings = life(1);

        for (int i = 1; i < readings.size(); i++) {
            double metres = distance(readings.get(i - 1), readings.get(i));
            assertThat(metres).isLessThanOrEqualTo(16.1);
            assertThat(Math.abs(readings.get(i).altitude() - readings.get(i - 1).altitude()))
                    .isLessThanOrEqualTo(3.01);
        }
    }

    @Test
    void its_battery_drains_in_the_air_and_is_charged_on_the_ground() {
        List<Reading> readings = life(2);

        for (int i = 1; i < readings.size(); i++) {
            Reading before = readings.get(i - 1);
            Reading now = readings.get(i);
            if (now.battery() > before.battery()) {
                assertThat(now.altitude()).isZero();
                assertThat(now.speed()).isZero();
            }
        }
        assertThat(readings).anySatisfy(reading -> assertThat(reading.battery()).isGreaterThan(0.97));
        assertThat(readings).allSatisfy(reading -> assertThat(reading.battery()).isBetween(0.02, 1.0));
    }

    @Test
    void it_stays_in_its_region_and_points_somewhere() {
        assertThat(life(3)).allSatisfy(reading -> {
            assertThat(reading.latitude()).isCloseTo(47.64, within(0.06));
            assertThat(reading.longitude()).isCloseTo(-122.13, within(0.09));
            assertThat(reading.altitude()).isBetween(0.0, 120.0);
            assertThat(reading.heading()).isBetween(0, 359);
        });
    }

    @Test
    void equal_seeds_fly_equally_however_often_they_are_asked() {
        Drone one = new Drone("dr-0001", new Random(7));
        Drone other = new Drone("dr-0001", new Random(7));
        one.at(START);
        other.at(START);
        IntStream.range(1, 60).forEach(second -> one.at(START + second * SECOND));

        assertThat(one.at(START + 60 * SECOND)).isEqualTo(other.at(START + 60 * SECOND));
    }

    private static List<Reading> life(int seed) {
        Drone drone = new Drone("dr-0001", new Random(seed));
        List<Reading> readings = new ArrayList<>();
        for (int second = 0; second < HOURS * 3_600; second++) {
            readings.add(drone.at(START + second * SECOND));
        }
        return readings;
    }

    private static double distance(Reading from, Reading to) {
        double north = (to.latitude() - from.latitude()) * 111_320;
        double east = (to.longitude() - from.longitude()) * 111_320 * Math.cos(Math.toRadians(47.64));
        return Math.hypot(north, east);
    }
}
