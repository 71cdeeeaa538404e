package io.dronedelivery.localapplicationinsights.store;

/**
 * The limits of the store.
 *
 * @param maxItems the most items that are kept
 * @param maxBytes the most memory that they may hold, estimated
 */
public record TelemetryStoreSettings(int maxItems, long maxBytes) {}
