package io.dronedelivery.localservicebus.broker;

import java.util.Map;

/** The entities of a namespace. */
public record Topology(Map<String, QueueSettings> queues, Map<String, TopicSettings> topics) {}
