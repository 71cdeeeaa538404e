package io.dronedelivery.messaging.kafka;

/**
 * A bean that names a topic which the application reads without an {@code EventSubscription}. The broker has to keep its events as well.
 */
public record KeptTopic(String name) {}
