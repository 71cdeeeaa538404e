package io.dronedelivery.lab.comparisons.cpu;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for again and again.
 *
 * @param authorization the header of that name, null to send none
 */
record CpuTarget(URI uri, @Nullable String authorization) {}
