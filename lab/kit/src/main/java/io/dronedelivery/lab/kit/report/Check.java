package io.dronedelivery.lab.kit.report;

/**
 * A line that must hold.
 *
 * @param name what must be so
 * @param holds whether it is
 * @param figure what was measured
 */
public record Check(String name, boolean holds, String figure) {}
