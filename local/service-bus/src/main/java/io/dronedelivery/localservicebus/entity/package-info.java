/** Queues, topics, subscriptions and rules as a user declares them. */
@NullMarked
package io.dronedelivery.localservicebus.entity;

import org.jspecify.annotations.NullMarked;
