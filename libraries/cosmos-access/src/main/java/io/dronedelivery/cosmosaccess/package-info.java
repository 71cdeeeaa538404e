/**
 * Access to Cosmos DB for the services. The partition key and the parallelism of containers are configuration. The meters of operations
 * count the calls and request units that they really cost.
 */
@NullMarked
package io.dronedelivery.cosmosaccess;

import org.jspecify.annotations.NullMarked;
