/**
 * A stand-in of Azure Cosmos DB inside the JVM: the REST protocol that the SDKs speak in gateway mode, physical partitions, request
 * units and throttling. Start one with {@link io.dronedelivery.localazure.cosmos.LocalCosmos#start()}.
 */
@NullMarked
package io.dronedelivery.localazure.cosmos;

import org.jspecify.annotations.NullMarked;
