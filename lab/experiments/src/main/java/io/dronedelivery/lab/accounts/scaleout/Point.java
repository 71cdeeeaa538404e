package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.kit.load.LoadResult;

/**
 * A load that so many workers did.
 *
 * @param utilisation consumer utilisation in the second half of the load, 0 to 1
 * @param evenness the jobs of the worker that had fewest, as a share of those of the one that had most
 */
record Point(int workers, double utilisation, double evenness, LoadResult load) {

    /** Requests a second. */
    double rate() {
        return load.rate();
    }
}
