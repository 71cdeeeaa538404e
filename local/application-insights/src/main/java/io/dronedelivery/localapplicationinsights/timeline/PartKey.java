package io.dronedelivery.localapplicationinsights.timeline;

/**
 * A part of an aggregation.
 *
 * @param backend the service that has it
 */
public record PartKey(String part, String backend) {}
