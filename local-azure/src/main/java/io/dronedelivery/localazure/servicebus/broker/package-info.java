/** Queues, topics, subscriptions and sessions: the state of the stand-in. Everything here runs on one event loop, hence no locks. */
@NullMarked
package io.dronedelivery.localazure.servicebus.broker;

import org.jspecify.annotations.NullMarked;
