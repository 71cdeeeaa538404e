/** Queues, topics, subscriptions and sessions: the state of the stand-in. Everything here runs on one event loop, so there are no locks. */
@NullMarked
package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.NullMarked;
