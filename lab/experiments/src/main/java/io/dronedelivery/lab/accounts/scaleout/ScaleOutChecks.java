package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutAccountRun;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

/** What must hold. */
final class ScaleOutChecks {

    /** A load that is made again may be so much slower than the highest of the curve. */
    private static final double PLATEAU = 0.8;

    private final Checks checks = new Checks();
    private final ScaleOutTimes times;
    private final boolean judgeSpeed;

    private ScaleOutChecks(ScaleOutTimes times, boolean judgeSpeed) {
        this.times = times;
        this.judgeSpeed = judgeSpeed;
    }

    /** @param judgeSpeed whether to make those checks, too, whose outcome depends on the machine's speed */
    static List<Check> of(List<ScaleOutAccountRun> runs, ScaleOutTimes times, boolean judgeSpeed) {
        ScaleOutChecks made = new ScaleOutChecks(times, judgeSpeed);
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
                "%s",
                knee == null ? "none" : knee.at().workers() + " workers");
        if (!judgeSpeed || knee == null) {
            return;
        }
        checks.add(
                name + ": the curve rises, at the knee to " + Knee.RISE + " times its first point at least",
                knee.rises(),
                "%.0f/s, %.0f/s",
                curve.points().get(0).rate(),
                knee.at().rate());
        checks.add(
                name + ": it flattens: workers beyond the knee bring a ninth more at most",
                knee.flattened(),
                "%.0f/s at most",
                curve.highest());
        Point again = curve.kneeAgain();
        checks.add(
                name + ": the knee lies on the plateau when its load is made again",
                again != null && again.rate() >= PLATEAU * curve.highest(),
                "%.0f/s",
                again == null ? 0 : again.rate());
    }

    private void following(String name, Following following) {
        served(name, List.of(following.load()));
        int most = following.most();
        double last = following.workers()[following.workers().length - 1];
        checks.add(name + ": workers are added under load, with a reason", most > 1, "%d at most", most);
        checks.add(name + ": without load they go down to one", last == 1, "%.0f at the end", last);
        checks.add(
                name + ": never more than the maximum, and each change is explained",
                most <= times.most()
                        && !following.changes().isEmpty()
                        && following.changes().stream()
                                .noneMatch(change -> change.reason().isBlank()),
                "%d changes remembered",
                following.changes().size());
        if (judgeSpeed) {
            checks.add(
                    name + ": they come up to the maximum, since more users than that wait",
                    most == times.most(),
                    "%d of %d",
                    most,
                    times.most());
        }
    }

    /** Short is a lock that ends before the last job that the worker holds is begun. */
    private void held(ScaleOutTest test, Held held) {
        boolean tooShort = test.name().equals(ScaleOutTest.SHORT_LOCK);
        checks.add(
                test.name() + (tooShort ? ": jobs end in the dead letters" : ": no job ends in the dead letters"),
                tooShort == held.deadLetters() > 0,
                "%,d of %,d",
                held.deadLetters(),
                held.load().requests());
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
        checks.add(name + ": every number comes back doubled", served == asked, "%,d of %,d", served, asked);
    }
}
