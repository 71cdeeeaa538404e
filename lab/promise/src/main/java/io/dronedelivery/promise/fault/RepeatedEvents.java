package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.KafkaBroker;

/** Every completion comes once more. On Service Bus nobody can do that from outside; there the kills do. */
public final class RepeatedEvents implements Fault {

    @Override
    public String kind() {
        return "repeated events";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        return scene.cluster().broker() instanceof KafkaBroker kafka
                ? "%d completions published once more".formatted(kafka.repeatCompletions())
                : "nothing";
    }
}
