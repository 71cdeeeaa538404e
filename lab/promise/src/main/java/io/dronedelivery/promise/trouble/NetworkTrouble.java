package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.Fault;
import io.dronedelivery.promise.house.House;
import io.dronedelivery.promise.house.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * All connections to one part suffer for a while.
 *
 * @param place before which part
 * @param time for how long
 */
public record NetworkTrouble(String place, Fault fault, Duration time) implements Trouble {

    /** Each part once, each with a fault by chance; all faults have their turns. */
    public static List<NetworkTrouble> everywhere(House house, Duration time, Random chance) {
        List<Fault> faults = new ArrayList<>();
        List<NetworkTrouble> troubles = new ArrayList<>();
        for (String place : places(house)) {
            if (faults.isEmpty()) {
                Stream.of(Fault.values()).filter(fault -> fault != Fault.NONE).forEach(faults::add);
                Collections.shuffle(faults, chance);
            }
            troubles.add(new NetworkTrouble(place, faults.remove(0), time));
        }
        return troubles;
    }

    public boolean isBefore(Part part) {
        return place.equals(part.label());
    }

    /** Services are called through their proxies by the second gateway. */
    private static List<String> places(House house) {
        return house.network().places().stream()
                .filter(place -> house.plan().gateways() > 1
                        || Part.services().stream().noneMatch(part -> place.startsWith(part.label())))
                .toList();
    }

    @Override
    public String kind() {
        return "network";
    }

    @Override
    public String strike(Scene scene) {
        scene.house().network().suffer(place, fault);
        try {
            Scene.last(time);
        } finally {
            scene.house().network().suffer(place, Fault.NONE);
        }
        return "%s before %s for %d s".formatted(fault.text(), place, time.toSeconds());
    }
}
