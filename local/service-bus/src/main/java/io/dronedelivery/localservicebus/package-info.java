/**
 * A stand-in of Azure Service Bus inside the JVM, driven by the unmodified SDK. Start with {@link LocalServiceBus}.
 *
 * <p>Modelled:
 *
 * <ul>
 *   <li>queues, bounded queues, topics, subscriptions with SQL and correlation rules and SQL actions
 *   <li>peek-lock and receive-and-delete, lock renewal and expiry, dead letters, deferral, sessions with state
 *   <li>scheduled messages, duplicate detection, time to live, batches, transactions on one connection, forwarding
 *   <li>{@code $management}, {@code $cbs} with shared access signatures, SASL PLAIN
 * </ul>
 *
 * <p>Refused by name: Entra ID tokens, sending via another entity, management operations inside a transaction, distributed transactions,
 * dynamic sources, link filters other than the session's, unknown keys of the configuration file. The AMQP port does not answer the
 * administration client, which speaks HTTP; entities are declared at the start.
 *
 * <p>Differs from Azure where a test benefits: locks may be arbitrarily short, and a link's messages can be available again as soon as the
 * link is gone ({@link LocalServiceBusOptions#releaseLocksAtDetach}). A connection whose token has expired keeps its links.
 */
@NullMarked
package io.dronedelivery.localservicebus;

import org.jspecify.annotations.NullMarked;
