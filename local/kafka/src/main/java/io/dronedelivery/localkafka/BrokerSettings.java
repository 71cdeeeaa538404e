package io.dronedelivery.localkafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The properties of a broker that is its own controller, for one machine and little memory. */
final class BrokerSettings {

    static final int NODE_ID = 1;

    private static final String MEBIBYTE = Integer.toString(1024 * 1024);

    private BrokerSettings() {}

    /** @param chosen the user's options; their properties override those that are set here */
    static Map<String, Object> of(KafkaPorts ports, KafkaFiles files, LocalKafkaOptions chosen) {
        Map<String, Object> settings = new HashMap<>();
        whereItListens(settings, ports, Objects.requireNonNullElse(chosen.advertisedPort, ports.broker()));
        settings.put("log.dirs", files.logs().toString());
        oneOfEverything(settings);
        littleMemory(settings);
        quickStart(settings);
        settings.putAll(chosen.properties);
        return settings;
    }

    private static void whereItListens(Map<String, Object> settings, KafkaPorts ports, int called) {
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put(
                "listeners",
                "PLAINTEXT://localhost:%d,CONTROLLER://localhost:%d".formatted(ports.broker(), ports.controller()));
        settings.put("advertised.listeners", "PLAINTEXT://localhost:" + called);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("controller.quorum.voters", NODE_ID + "@localhost:" + ports.controller());
    }

    private static void oneOfEverything(Map<String, Object> settings) {
        settings.put("default.replication.factor", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "1");
        // A misspelt name must be an error, not a new topic.
        settings.put("auto.create.topics.enable", "false");
        // Two weeks: by default a group that is absent for a week forgets how far it is.
        settings.put("offsets.retention.minutes", "20160");
    }

    private static void littleMemory(Map<String, Object> settings) {
        // Kafka would allocate 128 MiB for the cleaner alone. Each cleaner thread needs more than one.
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(2 * 1024 * 1024));
        settings.put("log.cleaner.io.buffer.size", Integer.toString(128 * 1024));
        settings.put("log.segment.bytes", Integer.toString(32 * 1024 * 1024));
        settings.put("log.index.size.max.bytes", MEBIBYTE);
        settings.put("metadata.log.segment.bytes", Integer.toString(8 * 1024 * 1024));
        settings.put("offsets.topic.segment.bytes", Integer.toString(8 * 1024 * 1024));
        settings.put("transaction.state.log.segment.bytes", Integer.toString(8 * 1024 * 1024));
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("background.threads", "2");
        settings.put("num.recovery.threads.per.data.dir", "1");
    }

    private static void quickStart(Map<String, Object> settings) {
        settings.put("group.initial.rebalance.delay.ms", "0");
        // The successor of a killed broker is admitted only when the session of its predecessor has ended.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("controller.quorum.election.timeout.ms", "500");
        // Consumers may choose a short timeout for their tests.
        settings.put("group.min.session.timeout.ms", "1000");
        // By default the controller logs an error when a busy machine delays it by two seconds.
        settings.put("controller.performance.always.log.threshold.ms", "60000");
    }
}
