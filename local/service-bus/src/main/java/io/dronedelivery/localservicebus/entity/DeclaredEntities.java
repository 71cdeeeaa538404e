package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.broker.Topology;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The queues and topics of a bus, as they are declared one after the other. */
public final class DeclaredEntities {
    private final Map<String, QueueOptions> queues = new LinkedHashMap<>();
    private final Map<String, TopicOptions> topics = new LinkedHashMap<>();

    /** @throws IllegalArgumentException when the name or a setting is wrong, or the name is taken */
    public void queue(String name, Consumer<QueueOptions> options) {
        QueueOptions queue = new QueueOptions(OptionChecks.name(name, "queue"));
        options.accept(queue);
        checkUnique(name);
        queues.put(name, queue);
    }

    /** @throws IllegalArgumentException when the name or a setting is wrong, or the name is taken */
    public void topic(String name, Consumer<TopicOptions> options) {
        TopicOptions topic = new TopicOptions(OptionChecks.name(name, "topic"));
        options.accept(topic);
        checkUnique(name);
        topics.put(name, topic);
    }

    private void checkUnique(String name) {
        boolean taken = queues.keySet().stream().anyMatch(name::equalsIgnoreCase)
                || topics.keySet().stream().anyMatch(name::equalsIgnoreCase);
        if (taken) {
            throw new IllegalArgumentException("there are two entities named '%s'".formatted(name));
        }
    }

    public Topology topology() {
        Map<String, QueueSettings> queueSettings = new LinkedHashMap<>();
        queues.forEach((name, options) -> queueSettings.put(name, options.settings()));
        Map<String, TopicSettings> topicSettings = new LinkedHashMap<>();
        topics.forEach((name, options) -> topicSettings.put(name, options.settings()));
        return new Topology(queueSettings, topicSettings);
    }
}
