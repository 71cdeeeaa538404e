package io.dronedelivery.localservicebus.broker;

import java.util.Map;

/**
 * The entities of a namespace.
 *
 * @param queues queues by name
 * @param topics topics by name
 */
public record Topology(Map<String, QueueSettings> queues, Map<String, TopicSettings> topics) {}
