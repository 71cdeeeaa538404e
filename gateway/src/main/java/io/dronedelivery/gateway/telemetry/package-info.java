/**
 * The spans of the gateway: one for a request that it answers, one for each call to a backend. Spring's own observation would cost every
 * request a dozen objects, recorded or not; here a request whose trace is not recorded costs the decision alone.
 */
@NullMarked
package io.dronedelivery.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
