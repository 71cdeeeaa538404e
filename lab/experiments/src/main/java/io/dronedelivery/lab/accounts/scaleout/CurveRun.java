package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.scaleout.Curve.Knee;
import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutTimes;
import io.dronedelivery.lab.accounts.workers.MathLoad;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.accounts.workers.WorkersApi.Workers;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One load at each number of workers, then one more at the knee. */
record CurveRun(ScaleOutTimes times, WorkersApi workers, MathLoad load, Progress.OfTest told) {

    private static final int SHARE_TO_WARM_UP = 2;
    private static final long BETWEEN_CHECKS_NANOS = Duration.ofMillis(100).toNanos();

    Curve run() throws IOException, InterruptedException {
        int most = times.workers().get(times.workers().size() - 1);
        workers.resize(most);
        int warmUp = times.requests() / SHARE_TO_WARM_UP;
        told.say("%,d requests to warm up".formatted(warmUp));
        load.run(warmUp, over -> {});
        List<Point> points = new ArrayList<>();
        for (int count : times.workers()) {
            points.add(point(count));
        }
        Knee knee = Knee.of(points);
        Point again = knee == null ? null : point(knee.at().workers());
        told.say("a trivial endpoint");
        // At the end, when the gateway is as warm as in the loads.
        return new Curve(points, knee, again, load.trivial(times.requests()));
    }

    private Point point(int count) throws IOException, InterruptedException {
        // All of them anew, so that each begins to count its jobs at nothing.
        workers.resize(0);
        workers.resize(count);
        Looks looks = new Looks();
        LoadResult result = load.run(times.requests(), over -> {
            looks.look(over);
            told.bar((double) over / times.requests(), "%d workers".formatted(count));
        });
        return new Point(count, looks.utilisation(), evenness(workers.status().workers()), result);
    }

    private static double evenness(Workers status) {
        long most = status.done().stream().mapToLong(Long::longValue).max().orElse(0);
        long fewest = status.done().stream().mapToLong(Long::longValue).min().orElse(0);
        return most == 0 ? 0 : (double) fewest / most;
    }

    /** What the service says of itself during a load. */
    private final class Looks {

        private double sum;
        private int number;
        private long last;

        void look(int over) throws InterruptedException {
            long now = System.nanoTime();
            if (over < times.requests() / 2 || now - last < BETWEEN_CHECKS_NANOS) {
                return;
            }
            last = now;
            try {
                sum += workers.status().workers().utilisation();
                number++;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        double utilisation() {
            return number == 0 ? Double.NaN : sum / number;
        }
    }
}
