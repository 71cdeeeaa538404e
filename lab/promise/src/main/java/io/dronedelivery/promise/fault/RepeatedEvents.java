package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.KafkaBroker;

/** Every completion comes once more. On Service Bus nobody can do that from outside; there the kills do. */
public final class RepeatedEvents implements Fault {

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        return new StruckFault(
                "repeated events",
                scene.cluster().broker() instanceof KafkaBroker kafka
                        ? "%d completions published once more".formatted(kafka.repeatCompletions())
                        : "nothing");
    }
}
