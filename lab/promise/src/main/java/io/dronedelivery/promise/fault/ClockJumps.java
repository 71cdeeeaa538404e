package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ServiceInstance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The clocks that are off jump to the machine's time and, after a while, to where they were, in processes that run and have work. So they
 * jump in either direction, and none is ever behind the issuer of the tokens, or too far off for Cosmos DB.
 *
 * @param time between the jumps
 */
public record ClockJumps(Duration time) implements Fault {

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        Map<String, Duration> clocks = scene.cluster().plan().clocks();
        Map<ServiceInstance, Duration> moved = new LinkedHashMap<>();
        for (ServiceInstance instance : scene.cluster().instances()) {
            Duration ahead = clocks.get(instance.name());
            if (ahead != null) {
                moved.put(instance, ahead);
            }
        }
        for (ServiceInstance instance : moved.keySet()) {
            instance.moveClock(Duration.ZERO);
        }
        billedOn(scene);
        for (Map.Entry<ServiceInstance, Duration> back : moved.entrySet()) {
            back.getKey().moveClock(back.getValue());
        }
        billedOn(scene);
        return new StruckFault(
                "clock jumps",
                "clocks jumped and jumped back: "
                        + moved.entrySet().stream()
                                .map(one -> one.getKey().name() + " by " + one.getValue())
                                .collect(Collectors.joining(", ")));
    }

    private void billedOn(Scene scene) throws Exception {
        Scene.last(time);
        scene.awaitLine("clocks have jumped");
    }
}
