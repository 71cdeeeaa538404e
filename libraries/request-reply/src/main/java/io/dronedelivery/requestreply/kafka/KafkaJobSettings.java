package io.dronedelivery.requestreply.kafka;

import java.util.Map;

/**
 * Jobs on Kafka.
 *
 * @param clients properties of all clients by Kafka's names, with at least {@code bootstrap.servers}
 * @param requests the topic of jobs
 * @param replies the topic of replies
 * @param partitions of each topic when it is created; at most as many processes as {@code requests} has partitions can work at a time
 * @param replicationFactor of a topic that is created; -1 leaves it to the broker
 */
public record KafkaJobSettings(
        Map<String, Object> clients, String requests, String replies, int partitions, short replicationFactor) {

    /** @throws IllegalArgumentException naming the setting that is missing or wrong */
    public KafkaJobSettings {
        clients = Map.copyOf(clients);
        if (!clients.containsKey("bootstrap.servers")) {
            throw new IllegalArgumentException("clients must have bootstrap.servers");
        }
        if (requests.isBlank() || replies.isBlank() || requests.equals(replies)) {
            throw new IllegalArgumentException("requests and replies must be the names of two topics");
        }
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be positive, was " + partitions);
        }
    }

    String group() {
        return requests + ".workers";
    }
}
