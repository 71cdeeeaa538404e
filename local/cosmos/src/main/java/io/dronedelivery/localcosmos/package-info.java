/**
 * A stand-in of Azure Cosmos DB for NoSQL inside the JVM: the REST protocol that the SDKs speak in gateway mode, physical partitions,
 * request units and throttling. Start one with {@link io.dronedelivery.localcosmos.LocalCosmos#start()}.
 *
 * <p>Modelled: databases and containers (create, read, list, query, delete); a partition key of one path, version 2; any fixed number
 * of physical partitions; provisioned throughput, read and replaced; documents (create, upsert, replace, patch with all operations and
 * a condition, delete, point read) with entity tags; transactional batches; bulk; queries on a partition key, a key range, a part of
 * one or on all, by the gateway itself or by the client with a plan, with continuation; ORDER BY as far as the indexing policy serves
 * it; read-many; the change feed of latest versions; session tokens; signatures with the account's key; documents up to 2 MB; latency;
 * durability in a directory.
 *
 * <p>Refused with status 400 and a message that names it: direct mode, hierarchical partition keys and keys of version 1, unique keys,
 * time to live, autoscale, throughput of databases, changes of a container's definition, stored procedures, triggers, user-defined
 * functions, conflicts, users and permissions, client-side encryption, spatial, vector and full-text indexes, the change feed of all
 * versions, consistency above Session, If-None-Match on writes, index metrics, deleting all documents of a partition key. Resource
 * tokens and Microsoft Entra ID get 401.
 *
 * <p>Accepted without effect: query metrics; what an indexing policy says beyond ORDER BY (every equality is indexed on its first use, at
 * no charge, and a filter on an excluded path costs what another costs). Partitions never split, merge or move.
 */
@NullMarked
package io.dronedelivery.localcosmos;

import org.jspecify.annotations.NullMarked;
