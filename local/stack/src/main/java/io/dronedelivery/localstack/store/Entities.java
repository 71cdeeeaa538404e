package io.dronedelivery.localstack.store;

import io.dronedelivery.localstack.option.LocalOptions.JobLocks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entities of the local Service Bus: {@code deploy/service-bus/Config.json} without the limits of the official emulator that matter
 * here. A stack may be stopped for longer than the hour after which the emulator lets every message expire. A stack may also end more often
 * than the ten times that the emulator delivers a message.
 */
final class Entities {

    private static final String RESOURCE = "/service-bus/Config.json";
    private static final String JOBS = "pricing-requests";
    private static final String EMULATORS_LONGEST_LIFE = "PT1H";
    private static final int EMULATORS_MOST_DELIVERIES = 10;
    private static final int MOST_DELIVERIES = 2000;

    private Entities() {}

    /**
     * Writes the entities into a file, in the emulator's format.
     *
     * @param jobLocks of the queue of jobs, replacing the declared ones
     */
    static void writeTo(Path file, Optional<JobLocks> jobLocks) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        try (InputStream declared = Objects.requireNonNull(Entities.class.getResourceAsStream(RESOURCE))) {
            JsonNode config = json.readTree(declared);
            config.findParents("DefaultMessageTimeToLive").forEach(Entities::liftLife);
            config.findParents("MaxDeliveryCount").forEach(Entities::liftDeliveries);
            jobLocks.ifPresent(locks -> lock(config, locks));
            Files.write(file, json.writeValueAsBytes(config));
        }
    }

    private static void lock(JsonNode config, JobLocks locks) {
        for (JsonNode queue : config.findValue("Queues")) {
            if (JOBS.equals(queue.path("Name").asString(""))) {
                ((ObjectNode) queue.path("Properties"))
                        .put("LockDuration", locks.lock().toString())
                        .put("MaxDeliveryCount", locks.deliveries());
            }
        }
    }

    private static void liftLife(JsonNode properties) {
        if (EMULATORS_LONGEST_LIFE.equals(
                properties.path("DefaultMessageTimeToLive").asString(""))) {
            ((ObjectNode) properties).remove("DefaultMessageTimeToLive");
        }
    }

    private static void liftDeliveries(JsonNode properties) {
        if (properties.path("MaxDeliveryCount").asInt(0) == EMULATORS_MOST_DELIVERIES) {
            ((ObjectNode) properties).put("MaxDeliveryCount", MOST_DELIVERIES);
        }
    }
}
