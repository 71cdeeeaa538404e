/** Telemetry in the model of Application Insights. Names are those of its tables. */
@NullMarked
package io.dronedelivery.localapplicationinsights.telemetry;

import org.jspecify.annotations.NullMarked;
