package io.dronedelivery.lab.comparisons.kafka;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dronedelivery.localkafka.LocalKafka;
import org.slf4j.LoggerFactory;

/** Kafka in a separate JVM, with a directory that is deleted at its end. */
public final class KafkaProcess {

    private KafkaProcess() {}

    /** Prints {@code started on port N}; ends with the process. */
    public static void main(String[] args) {
        quietLog();
        LocalKafka kafka = LocalKafka.start(options -> {});
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "stop"));
        System.out.println("started on port " + kafka.port());
    }

    /** Without a configuration the log writes everything. */
    static void quietLog() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
    }
}
