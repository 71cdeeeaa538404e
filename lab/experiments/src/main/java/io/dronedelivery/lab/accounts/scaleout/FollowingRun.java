package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutTimes;
import io.dronedelivery.lab.accounts.workers.MathLoad;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.accounts.workers.WorkersApi.AutoscalerView;
import io.dronedelivery.lab.accounts.workers.WorkersApi.ScalingChange;
import io.dronedelivery.lab.accounts.workers.WorkersApi.WorkersView;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A load that comes and goes, and the number of workers meanwhile. */
final class FollowingRun {

    private static final double NANOS = 1e9;
    /** Beyond one look for each worker. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ScaleOutTimes times;
    private final WorkersApi workers;
    private final MathLoad load;
    private final Progress.OfTest told;
    private final long begin = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();

    FollowingRun(ScaleOutTimes times, WorkersApi workers, MathLoad load, Progress.OfTest told) {
        this.times = times;
        this.workers = workers;
        this.load = load;
        this.told = told;
    }

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

    private record Sample(double second, int workers, int over) {}

    Following run() throws IOException, InterruptedException {
        LoadResult result = load.run(times.autoscaled(), over -> {
            if (isTime()) {
                look(over);
                told.bar((double) over / times.autoscaled(), "%d workers".formatted(last()));
            }
        });
        look(times.autoscaled());
        told.say("the load is over, workers are removed");
        Duration patience = times.interval().multipliedBy(times.most()).plus(PATIENCE);
        long latest = System.nanoTime() + patience.toNanos();
        while (last() > 1 && System.nanoTime() < latest) {
            Thread.sleep(times.interval().toMillis() / 2);
            look(times.autoscaled());
        }
        AutoscalerView autoscaler = workers.status().autoscaler();
        return new Following(
                series(Sample::second),
                series(Sample::workers),
                rates(),
                autoscaler == null ? List.of() : autoscaler.changes(),
                result);
    }

    private boolean isTime() {
        return samples.isEmpty()
                || second() - samples.get(samples.size() - 1).second()
                        >= times.interval().toMillis() / 2000.0;
    }

    private void look(int over) throws InterruptedException {
        try {
            WorkersView status = workers.status();
            samples.add(new Sample(second(), status.workers().count(), over));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int last() {
        return samples.get(samples.size() - 1).workers();
    }

    private double second() {
        return (System.nanoTime() - begin) / NANOS;
    }

    private double[] series(ToDoubleFunction<Sample> figure) {
        return samples.stream().mapToDouble(figure).toArray();
    }

    private double[] rates() {
        double[] rates = new double[samples.size()];
        for (int i = 1; i < rates.length; i++) {
            Sample now = samples.get(i);
            Sample before = samples.get(i - 1);
            rates[i] = (now.over() - before.over()) / Math.max(0.001, now.second() - before.second());
        }
        return rates;
    }
}
