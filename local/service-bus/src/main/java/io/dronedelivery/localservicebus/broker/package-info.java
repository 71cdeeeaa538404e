/** Queues, topics, subscriptions and sessions: the state of the stand-in. Everything here runs on one event loop, hence no locks. */
@NullMarked
package io.dronedelivery.localservicebus.broker;

import org.jspecify.annotations.NullMarked;
