package io.dronedelivery.localservicebus.broker;

import java.util.Map;

/**
 * What a namespace holds.
 *
 * @param queues queues by name
 * @param topics topics by name
 */
public record Topology(Map<String, QueueSettings> queues, Map<String, TopicSettings> topics) {}
