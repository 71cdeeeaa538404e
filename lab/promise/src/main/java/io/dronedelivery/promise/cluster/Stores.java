package io.dronedelivery.promise.cluster;

/**
 * Where the stores are called.
 *
 * @param cosmosEndpoint of Cosmos DB
 * @param cosmosKey of Cosmos DB
 * @param postgresPort of PostgreSQL
 */
record Stores(String cosmosEndpoint, String cosmosKey, int postgresPort) {}
