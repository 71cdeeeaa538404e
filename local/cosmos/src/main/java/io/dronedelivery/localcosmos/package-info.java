/**
 * A stand-in of Azure Cosmos DB for NoSQL inside the JVM: the REST protocol that the SDKs speak in gateway mode, physical partitions,
 * request units and throttling. Start one with {@link io.dronedelivery.localcosmos.LocalCosmos#start()}.
 *
 * <p>Modelled:
 *
 * <ul>
 *   <li>databases and containers (create, read, list, query, replace, delete), time to live, unique keys; a partition key of up to three paths, version 2; any fixed number of physical
 *     partitions
 *   <li>provisioned throughput, manual or autoscale, of containers and databases, read and replaced
 *   <li>documents (create, upsert, replace, patch with all operations and a condition, delete, point read) with entity tags; transactional
 *     batches; bulk
 *   <li>queries on a partition key, a key range, a part of one or on all, by the gateway itself or by the client with a plan, with
 *     continuation
 *   <li>ORDER BY within the indexing policy; read-many; the change feeds; session tokens
 *   <li>signatures with the account's key; documents up to 2 MB; latency; durability in a directory
 * </ul>
 *
 * <p>Refused with status 400 and a message that names it:
 *
 * <ul>
 *   <li>direct mode, consistency above Session, If-None-Match on writes, index metrics
 *   <li>partition keys of version 1
 *   <li>stored procedures, triggers, user-defined functions, conflicts, users and permissions, client-side encryption
 *   <li>spatial, vector and full-text indexes, deleting all documents of a partition key
 * </ul>
 *
 * <p>Resource tokens and Microsoft Entra ID get 401.
 *
 * <p>Accepted without effect: query metrics, and the parts of an indexing policy beyond ORDER BY. Every equality is indexed on its first
 * use, at no charge. A filter on an excluded path costs the same as any other. Partitions never split, merge or move.
 */
@NullMarked
package io.dronedelivery.localcosmos;

import org.jspecify.annotations.NullMarked;
