/** Reads what exporters post: the Breeze protocol. */
@NullMarked
package io.dronedelivery.localazure.insights.ingestion;

import org.jspecify.annotations.NullMarked;
