/** Databases, containers and their physical partitions: documents, logical sequence numbers, indexes. Knows nothing of HTTP. */
@NullMarked
package io.dronedelivery.localcosmos.store;

import org.jspecify.annotations.NullMarked;
