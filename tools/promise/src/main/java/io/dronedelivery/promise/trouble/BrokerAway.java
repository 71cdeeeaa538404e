package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.Instance;
import io.dronedelivery.promise.house.Part;
import java.time.Duration;

/**
 * The broker is killed and stays away.
 *
 * @param time for how long
 */
public record BrokerAway(Duration time) implements Trouble {

    @Override
    public String kind() {
        return "broker away";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        Instance broker = scene.house().instances(Part.BROKER).get(0);
        broker.kill();
        try {
            Scene.last(time);
        } finally {
            broker.start();
        }
        broker.awaitReady();
        return "broker away for %d s".formatted(time.toSeconds());
    }
}
