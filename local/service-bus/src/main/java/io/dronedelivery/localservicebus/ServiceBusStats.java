package io.dronedelivery.localservicebus;

import java.util.Map;

/**
 * Figures of a {@link LocalServiceBus}.
 *
 * @param connectionsOpened number of connections opened since the start
 * @param links number of attached links
 * @param entities figures by entity path: queues, subscriptions ({@code topic/subscriptions/name}) and their dead-letter queues
 *     ({@code .../$deadletterqueue})
 */
public record ServiceBusStats(int connectionsOpen, long connectionsOpened, int links, Map<String, Entity> entities) {
    /**
     * Figures of a queue, a subscription or a dead-letter queue.
     *
     * @param in messages accepted since the start
     * @param out deliveries since the start, including repeated ones
     * @param deadLettered messages dead-lettered since the start
     * @param active messages that wait for a receiver
     * @param locked messages that a receiver holds
     * @param scheduled messages whose scheduled time has not come
     * @param deferred deferred messages, including locked ones
     * @param bytes bytes of all stored messages
     */
    public record Entity(
            long in, long out, long deadLettered, int active, int locked, int scheduled, int deferred, long bytes) {}

    /**
     * Figures of one entity.
     *
     * @throws IllegalArgumentException when no entity has that path
     */
    public Entity entity(String path) {
        Entity entity = entities.get(path);
        if (entity == null) {
            throw new IllegalArgumentException("no entity '%s'; there are %s".formatted(path, entities.keySet()));
        }
        return entity;
    }
}
