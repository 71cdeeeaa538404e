/** Telemetry as Application Insights knows it; names are those of its tables. */
@NullMarked
package io.dronedelivery.localapplicationinsights.telemetry;

import org.jspecify.annotations.NullMarked;
