package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.Http;
import io.dronedelivery.promise.house.Http.Answer;
import io.dronedelivery.promise.house.Instance;
import io.dronedelivery.promise.house.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;

/**
 * All instances of a service are asked to drain, each service in its turn: then it has left nothing at the broker.
 *
 * @param services how many, by chance
 */
public record DrainedServices(int services) implements Trouble {

    private static final int ORDERS_BEFORE = 10;
    private static final int UNAVAILABLE = 503;

    @Override
    public String kind() {
        return "drain";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        List<String> done = new ArrayList<>();
        List<Part> parts = new ArrayList<>(Part.services());
        Collections.shuffle(parts, scene.chance());
        for (Part part : parts.subList(0, services)) {
            scene.load().awaitSent(ORDERS_BEFORE);
            long asked = System.nanoTime();
            for (Instance instance : scene.house().instances(part)) {
                drain(instance, scene);
            }
            List<String> left = scene.house().broker().leftBy(part);
            scene.check(
                    "a service that was drained has left nothing at the broker",
                    left.isEmpty(),
                    "%s",
                    left.isEmpty() ? "0" : part.label() + ": " + left);
            done.add(String.format(Locale.ROOT, "%s in %.1f s", part.label(), (System.nanoTime() - asked) / 1e9));
            for (Instance instance : scene.house().instances(part)) {
                instance.terminate();
                instance.start();
            }
            scene.house().awaitReady();
        }
        return "drained: " + String.join(", ", done);
    }

    /** May be repeated, as it has to be while an instance that has just started cannot get the issuer's keys. */
    private static void drain(Instance instance, Scene scene) {
        Answer drained = Awaitility.await("the drain of " + instance.name())
                .atMost(Scene.PATIENCE)
                .until(
                        () -> Http.call(
                                "POST",
                                instance.url() + "/internal/drain",
                                scene.house().headers()),
                        answer -> answer.status() != UNAVAILABLE);
        boolean ended = drained.status() == 200
                && drained.json().at("/status").asString("").equals("drained");
        scene.check(
                "an instance that is asked to drain says that it is drained, and lives on",
                ended && instance.isAlive(),
                "%s",
                ended ? "drained" : instance.name() + ": " + drained.status() + " " + drained.body());
    }
}
