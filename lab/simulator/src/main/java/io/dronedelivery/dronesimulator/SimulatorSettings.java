package io.dronedelivery.dronesimulator;

import java.time.Duration;
import java.util.Map;

/**
 * What is to be done.
 *
 * @param perSecond messages a second, of all threads
 * @param count how many messages in all
 * @param warmUp messages of this time at the start are not in the latencies
 * @param tick a sending thread sleeps no shorter than this: what becomes due meanwhile is sent together
 * @param drones how many drones in all
 * @param threads how many send
 * @param payloadBytes letters of payload in each message
 * @param run a part of each event's id, so that two runs have no id in common
 */
record SimulatorSettings(
        SimulatorTarget target,
        double perSecond,
        long count,
        Duration warmUp,
        Duration tick,
        int drones,
        int threads,
        int payloadBytes,
        String run) {

    /**
     * Where messages go and how.
     *
     * @param address {@code host:port} of Kafka, or a connection string of Service Bus
     * @param channel the topic
     * @param partitions of the topic when it has to be made (Kafka)
     * @param linger how long a message may wait for others to be sent with
     * @param timeout how long the broker has to confirm a message
     * @param properties further properties of Kafka's producer, in its own words, or of Spring for Service Bus
     */
    record SimulatorTarget(
            TargetBroker broker,
            String address,
            String channel,
            int partitions,
            Duration linger,
            Duration timeout,
            Map<String, String> properties) {}

    enum TargetBroker {
        KAFKA,
        SERVICEBUS
    }
}
