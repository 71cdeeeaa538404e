/** What the tests of services with documents in Cosmos DB share. */
@NullMarked
package io.dronedelivery.cosmosaccess.testing;

import org.jspecify.annotations.NullMarked;
