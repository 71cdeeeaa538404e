package io.dronedelivery.lab.accounts.scaleout;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.scaleout.Curve.Knee;
import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import io.dronedelivery.lab.accounts.scaleout.FollowingRun.Following;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.Held;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutAccountRun;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

final class ScaleOutChecks {

    /** A load that is made again may be so much slower than the highest of the curve. */
    private static final double PLATEAU = 0.8;

    private final Checks checks;
    private final int mostWorkers;

    private ScaleOutChecks(int mostWorkers, boolean judgesSpeed) {
        this.mostWorkers = mostWorkers;
        this.checks = new Checks(judgesSpeed);
    }

    /** @param mostWorkers that the autoscaler may have */
    static List<Check> of(List<ScaleOutAccountRun> runs, int mostWorkers, boolean judgesSpeed) {
        ScaleOutChecks made = new ScaleOutChecks(mostWorkers, judgesSpeed);
        runs.forEach(made::add);
        return made.checks.all();
    }

    private void add(ScaleOutAccountRun run) {
        if (run.curve() != null) {
            curve(run.test().name(), run.curve());
        }
        if (run.following() != null) {
            following(run.test().name(), run.following());
        }
        if (run.held() != null) {
            held(run.test(), run.held());
        }
    }

    private void curve(String name, Curve curve) {
        served(name, curve.points().stream().map(Point::load).toList());
        Knee knee = curve.knee();
        checks.add(
                name + ": the knee is found",
                knee != null,
                knee == null ? "none" : knee.at().workers() + " workers");
        if (knee == null) {
            return;
        }
        checks.ofSpeed(
                name + ": the curve rises, at the knee to " + Knee.RISE + " times its first point at least",
                knee.rises(),
                text("%.0f/s, %.0f/s", curve.points().get(0).rate(), knee.at().rate()));
        checks.ofSpeed(
                name + ": it flattens: workers beyond the knee bring a ninth more at most",
                knee.flattened(),
                text("%.0f/s at most", curve.highest()));
        double again = curve.kneeAgain() == null ? 0 : curve.kneeAgain().rate();
        checks.ofSpeed(
                name + ": the knee lies on the plateau when its load is made again",
                again > 0 && again >= PLATEAU * curve.highest(),
                text("%.0f/s", again));
    }

    private void following(String name, Following following) {
        served(name, List.of(following.load()));
        int most = following.most();
        double last = following.workers()[following.workers().length - 1];
        checks.add(name + ": workers are added under load, with a reason", most > 1, text("%d at most", most));
        checks.add(name + ": without load they go down to one", last == 1, text("%.0f at the end", last));
        checks.add(
                name + ": never more than the maximum, and each change is explained",
                most <= mostWorkers
                        && !following.changes().isEmpty()
                        && following.changes().stream()
                                .noneMatch(change -> change.reason().isBlank()),
                text("%d changes remembered", following.changes().size()));
        checks.ofSpeed(
                name + ": they come up to the maximum, since more users than that wait",
                most == mostWorkers,
                text("%d of %d", most, mostWorkers));
    }

    /** Short is a lock that ends before the last job that the worker holds is begun. */
    private void held(ScaleOutTest test, Held held) {
        boolean tooShort = test.name().equals(ScaleOutTest.SHORT_LOCK);
        checks.add(
                test.name() + (tooShort ? ": jobs end in the dead letters" : ": no job ends in the dead letters"),
                tooShort == held.deadLetters() > 0,
                text("%,d of %,d", held.deadLetters(), held.load().requests()));
        checks.add(
                test.name() + (tooShort ? ": the settings are warned about" : ": the settings are not warned about")
                        + " at the start",
                tooShort == held.warned(),
                held.warned() ? "a warning" : "none");
        if (!tooShort) {
            served(test.name(), List.of(held.load()));
        }
    }

    private void served(String name, List<LoadResult> loads) {
        int asked = loads.stream().mapToInt(LoadResult::requests).sum();
        int served = loads.stream().mapToInt(LoadResult::served).sum();
        checks.add(name + ": every number comes back doubled", served == asked, text("%,d of %,d", served, asked));
    }
}
