package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.DispatcherView;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.LatencyRow;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one test measured. Lists of numbers have one for each second, from the first message until nothing was left to send.
 *
 * @param accepted messages that the dispatcher took
 * @param refused messages that it had no room for
 * @param written messages that every sink has acknowledged
 * @param errors messages given up
 * @param settled whether nothing was queued or in flight at the end
 * @param loadSeconds how long messages were produced
 * @param latency from admission to the last acknowledgement, of all that were written: a row for each share, the slowest left out
 * @param opened connections opened in each second
 * @param fewestKept the fewest connections open while messages were produced
 * @param mostOpen the most connections open at a time
 * @param fewestToBroker the fewest of these that were to the broker
 * @param mostToBroker the most
 */
record DispatchFigures(
        long accepted,
        long refused,
        long written,
        long errors,
        boolean settled,
        long loadSeconds,
        List<LatencyRow> latency,
        double[] queued,
        double[] inflight,
        double[] failed,
        double[] connections,
        double[] opened,
        double fewestKept,
        double mostOpen,
        double fewestToBroker,
        double mostToBroker) {

    /**
     * @param samples one a second
     * @param before how the dispatcher stood before the first message
     */
    static DispatchFigures of(
            List<DispatcherView> samples, DispatcherView before, long accepted, long refused, long loadSeconds) {
        DispatcherView last = samples.get(samples.size() - 1);
        double[] open = series(samples, DispatcherView::connections);
        double[] toBroker = series(samples, DispatcherView::brokerConnections);
        return new DispatchFigures(
                accepted,
                refused,
                last.written() - before.written(),
                last.errors() - before.errors(),
                last.queued() + last.inflight() == 0,
                loadSeconds,
                last.latency(),
                series(samples, DispatcherView::queued),
                series(samples, DispatcherView::inflight),
                series(samples, status -> status.errors() - before.errors()),
                open,
                steps(series(samples, DispatcherView::opened), before.opened()),
                fewest(open, loadSeconds),
                SampleSeries.max(open),
                fewest(toBroker, loadSeconds),
                SampleSeries.max(toBroker));
    }

    /** Of all messages that were written; milliseconds. */
    LatencyRow all() {
        return latency.get(0);
    }

    /** Messages that the dispatcher was asked to send. */
    long offered() {
        return accepted + refused;
    }

    double mostQueued() {
        return SampleSeries.max(queued);
    }

    long connectionsOpened() {
        return (long) Arrays.stream(opened).sum();
    }

    /** The most connections that were opened in so many seconds on end. */
    long mostOpenedWithin(long seconds) {
        double most = 0;
        double sum = 0;
        for (int i = 0; i < opened.length; i++) {
            sum += opened[i] - (i < seconds ? 0 : opened[i - (int) seconds]);
            most = Math.max(most, sum);
        }
        return (long) most;
    }

    /** Whether more waited in the last third of the time than in the second, and in the second than in the first. */
    boolean queueGrows() {
        int third = (int) loadSeconds / 3;
        double first = SampleSeries.mean(queued, 0, third);
        double second = SampleSeries.mean(queued, third, 2 * third);
        double last = SampleSeries.mean(queued, 2 * third, (int) loadSeconds);
        return last > second && second >= first && last > 0;
    }

    private static double[] series(List<DispatcherView> samples, ToDoubleFunction<DispatcherView> figure) {
        return samples.stream().mapToDouble(figure).toArray();
    }

    private static double[] steps(double[] sums, double before) {
        double[] steps = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            steps[i] = sums[i] - (i == 0 ? before : sums[i - 1]);
        }
        return steps;
    }

    private static double fewest(double[] open, long seconds) {
        double fewest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < Math.min(open.length, seconds); i++) {
            fewest = Math.min(fewest, open[i]);
        }
        return fewest == Double.POSITIVE_INFINITY ? 0 : fewest;
    }
}
