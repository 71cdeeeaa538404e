/** Reads what exporters post: the Breeze protocol. */
@NullMarked
package io.dronedelivery.localapplicationinsights.ingestion;

import org.jspecify.annotations.NullMarked;
