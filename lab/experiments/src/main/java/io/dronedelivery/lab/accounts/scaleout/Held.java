package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.kit.load.LoadResult;

/**
 * What became of jobs that a worker held.
 *
 * @param deadLetters jobs that the broker has given up
 * @param warned whether the application has warned of the settings at its start
 */
record Held(long deadLetters, boolean warned, LoadResult load) {

    static final String WARNING = "Settings: invoice.pricing.workers.prefetch is ";
}
