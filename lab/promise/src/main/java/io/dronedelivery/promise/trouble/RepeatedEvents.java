package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.KafkaBroker;

/** Every completion comes once more. On Service Bus nobody can do that from outside; there the kills do. */
public final class RepeatedEvents implements Trouble {

    @Override
    public String kind() {
        return "repeated events";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        return scene.house().broker() instanceof KafkaBroker kafka
                ? "%d completions published once more".formatted(kafka.repeatCompletions())
                : "nothing";
    }
}
