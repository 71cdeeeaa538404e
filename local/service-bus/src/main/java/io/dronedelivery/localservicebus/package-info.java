/**
 * A stand-in of Azure Service Bus inside the JVM, driven by the unmodified SDK. Start with {@link LocalServiceBus}.
 *
 * <p>Modelled: queues, topics, subscriptions with SQL and correlation rules and SQL actions, peek-lock and receive-and-delete, lock renewal and
 * expiry, dead letters, deferral, sessions with state, scheduled messages, duplicate detection, time to live, batches, transactions on one
 * connection, forwarding, {@code $management}, {@code $cbs} with shared access signatures, SASL PLAIN, bounded queues.
 *
 * <p>Refused by name: Entra ID tokens, sending via another entity, management operations inside a transaction, distributed transactions,
 * dynamic sources, link filters other than the session's, unknown keys of the configuration file. The administration client speaks HTTP, which
 * nobody answers here; entities are declared at the start.
 *
 * <p>Differs from Azure, where a test gains by it: locks may be as short as one likes, and what a link holds can be given out again as soon as
 * the link is gone ({@link LocalServiceBusOptions#releaseLocksAtDetach}). A connection whose token has expired keeps the links that it has.
 */
@NullMarked
package io.dronedelivery.localservicebus;

import org.jspecify.annotations.NullMarked;
