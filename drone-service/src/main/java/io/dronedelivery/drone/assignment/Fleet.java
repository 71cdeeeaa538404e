package io.dronedelivery.drone.assignment;

import io.dronedelivery.drone.assignment.FlightDocument.Flown;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Models flights. A flight takes no real time. It is calculated from the request alone, so that every calculation gives the same flight.
 */
@Component
final class Fleet {

    private static final double SECONDS_OF_AN_HOUR = 3600;

    private record Squadron(int firstNumber, int drones, BigDecimal capacityKg) {

        String droneFor(String deliveryId) {
            return nameOf(firstNumber + Math.floorMod(deliveryId.hashCode(), drones));
        }
    }

    private final FleetProperties properties;
    private final List<Squadron> weakestFirst;
    private final Map<String, FleetDrone> dronesById = new HashMap<>();

    Fleet(FleetProperties properties) {
        this.properties = properties;
        List<Squadron> squadrons = new ArrayList<>();
        int number = 1;
        for (FleetProperties.DroneClass drones : properties.classes()) {
            squadrons.add(new Squadron(number, drones.drones(), drones.capacityKg()));
            for (int last = number + drones.drones(); number < last; number++) {
                dronesById.put(nameOf(number), new FleetDrone(nameOf(number), drones.name(), drones.capacityKg()));
            }
        }
        this.weakestFirst = squadrons.stream()
                .sorted(Comparator.comparing(Squadron::capacityKg))
                .toList();
    }

    private static String nameOf(int number) {
        return String.format(Locale.ROOT, "dr-%02d", number);
    }

    /** The drone with that id, null when there is none. */
    @Nullable
    FleetDrone drone(String droneId) {
        return dronesById.get(droneId);
    }

    /**
     * The flight of a delivery, by a drone of the weakest kind that can carry it.
     *
     * @throws InvalidEventException when no drone can carry it
     */
    Flown fly(DeliveryRequested request) {
        Squadron squadron = weakestFirst.stream()
                .filter(drones -> drones.capacityKg().compareTo(request.packagesWeightKg()) >= 0)
                .findFirst()
                .orElseThrow(() -> new InvalidEventException("No drone of drone.fleet carries "
                        + request.packagesWeightKg().toPlainString() + " kg; the strongest carries "
                        + weakestFirst.get(weakestFirst.size() - 1).capacityKg().toPlainString() + " kg"));
        BigDecimal distanceKm = request.pickup().kmTo(request.dropoff());
        long seconds = properties.takeOffAndLanding().toSeconds()
                + Math.round(distanceKm.doubleValue() / properties.cruiseKmPerHour() * SECONDS_OF_AN_HOUR);
        Duration preparation = request.expedited() ? properties.expeditedPreparation() : properties.preparation();
        Instant departedAt = request.requestedAt().plus(preparation);
        OffsetDateTime month = request.requestedAt().atOffset(ZoneOffset.UTC);
        return new Flown(
                request.deliveryId(),
                request.ownerId(),
                request.deliveryId(),
                squadron.droneFor(request.deliveryId()),
                month.getYear(),
                month.getMonthValue(),
                departedAt,
                departedAt.plusSeconds(seconds),
                distanceKm,
                seconds,
                request.packagesWeightKg(),
                squadron.capacityKg(),
                request);
    }
}
