package io.dronedelivery.servicekit.edge;

/**
 * Whether the address of a request is its caller's.
 *
 * @param areKnown that the settings name the proxies, or say that there are none. Otherwise it may be a proxy's, which many callers share
 */
public record CallerAddresses(boolean areKnown) {}
