package io.dronedelivery.localkit;

/**
 * The answer to a request about faults.
 *
 * @param json the body; empty with 204
 */
public record FaultAnswer(int status, byte[] json) {}
