package io.dronedelivery.drone.assignment;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.security.Access;
import java.util.List;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class FleetController {

    private static final int MAX_IDS = 100;

    private final Fleet fleet;

    FleetController(Fleet fleet) {
        this.fleet = fleet;
    }

    /** The drones with these ids, in their order. An id that no drone has is left out. */
    @Access("scope:drones.read")
    @GetMapping("/api/fleet")
    List<FleetDrone> drones(@RequestParam("droneIds") List<String> droneIds) {
        if (droneIds.size() > MAX_IDS) {
            throw ProblemException.invalid("droneIds", "must be at most " + MAX_IDS);
        }
        return droneIds.stream()
                .distinct()
                .map(fleet::drone)
                .filter(Objects::nonNull)
                .toList();
    }
}
