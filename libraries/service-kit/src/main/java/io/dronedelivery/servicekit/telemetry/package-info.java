/**
 * Telemetry for Application Insights: traces, meters and logs of one application, through an OpenTelemetry SDK of its own. Nothing here
 * is global, because several applications can share a JVM.
 */
@NullMarked
package io.dronedelivery.servicekit.telemetry;

import org.jspecify.annotations.NullMarked;
