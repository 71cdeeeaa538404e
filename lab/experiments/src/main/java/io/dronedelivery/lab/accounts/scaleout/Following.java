package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.workers.WorkersApi.ScalingChange;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.util.List;

/**
 * What the autoscaler did during a load and after it.
 *
 * @param seconds since the load began, of each sample
 * @param workers at that time
 * @param rates requests a second since the sample before
 * @param changes the latest first; the service remembers the last 100
 */
record Following(double[] seconds, double[] workers, double[] rates, List<ScalingChange> changes, LoadResult load) {

    /** The most workers at a time, also between two samples. */
    int most() {
        return (int) Math.max(
                SampleSeries.max(workers),
                changes.stream().mapToInt(ScalingChange::to).max().orElse(0));
    }
}
