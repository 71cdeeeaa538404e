package io.dronedelivery.localstack.promise;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Kills parts by chance, in rounds in which each has its turn, and starts them again. */
final class Kills {

    private static final int FEWEST_ORDERS_BETWEEN = 5;
    private static final int MOST_ORDERS_BETWEEN = 50;

    private final House house;
    private final Load load;
    private final Random chance;
    private final Deque<Part> round = new ArrayDeque<>();
    private final Map<Part, Integer> perPart = new EnumMap<>(Part.class);

    Kills(House house, Load load, long seed) {
        this.house = house;
        this.load = load;
        this.chance = new Random(seed);
    }

    /** Kills one part in the middle of the load and waits until it is back. Returns what was done, for people. */
    String next() throws Exception {
        load.awaitSent(FEWEST_ORDERS_BETWEEN + chance.nextInt(MOST_ORDERS_BETWEEN));
        Part part = draw();
        PartProcess process = house.part(part);
        process.kill();
        long start = System.nanoTime();
        process.start();
        process.awaitReady();
        perPart.merge(part, 1, Integer::sum);
        Duration away = Duration.ofNanos(System.nanoTime() - start);
        return String.format(Locale.ROOT, "%s killed, back after %.1f s", part.label(), away.toMillis() / 1000.0);
    }

    /** How often each part has been killed. */
    Map<Part, Integer> perPart() {
        return Map.copyOf(perPart);
    }

    private Part draw() {
        if (round.isEmpty()) {
            List<Part> parts = new ArrayList<>(List.of(Part.values()));
            Collections.shuffle(parts, chance);
            round.addAll(parts);
        }
        return round.pop();
    }
}
