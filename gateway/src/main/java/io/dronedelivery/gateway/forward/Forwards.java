package io.dronedelivery.gateway.forward;

import java.util.List;

/** @param all in the order of the settings */
public record Forwards(List<Forward> all) {}
