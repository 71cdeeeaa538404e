/**
 * Cosmos DB as the services use it: containers whose partition key and degree of parallelism are configuration, and whose
 * operations are measured by the calls and request units that they really cost.
 */
@NullMarked
package io.dronedelivery.cosmosaccess;

import org.jspecify.annotations.NullMarked;
