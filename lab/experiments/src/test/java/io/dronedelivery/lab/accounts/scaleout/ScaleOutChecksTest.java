package io.dronedelivery.lab.accounts.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.accounts.scaleout.Curve.Knee;
import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import io.dronedelivery.lab.accounts.scaleout.FollowingRun.Following;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.Held;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutAccountRun;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutTimes;
import io.dronedelivery.lab.accounts.workers.WorkersApi.ScalingChange;
import io.dronedelivery.lab.kit.report.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleOutChecksTest {

    private static final ScaleOutTest CURVE = ScaleOutTest.chosen("users-10").get(0);
    private static final ScaleOutTest AUTOSCALER =
            ScaleOutTest.chosen("autoscaler").get(0);
    private static final int MOST = ScaleOutTimes.of(LabProfile.SHORT).most();
    private static final ScalingChange CHANGE =
            new ScalingChange("2026-11-22T22:00:00Z", "UTILISATION", "jobs wait", 1, 2);

    @Test
    void curve_that_rises_and_flattens_passes() {
        assertThat(failing(curve(450, Loads.point(1, 50), Loads.point(10, 480), Loads.point(20, 500))))
                .isEmpty();
    }

    @Test
    void curve_that_does_not_flatten_is_told() {
        assertThat(failing(curve(500, Loads.point(1, 50), Loads.point(10, 500))))
                .containsExactly("Users 10: it flattens: workers beyond the knee bring a ninth more at most");
    }

    @Test
    void curve_that_does_not_rise_is_told() {
        assertThat(failing(curve(500, Loads.point(1, 500), Loads.point(10, 510))))
                .containsExactly("Users 10: the curve rises, at the knee to 1.5 times its first point at least");
    }

    @Test
    void knee_that_was_an_accident_is_told() {
        assertThat(failing(curve(390, Loads.point(1, 50), Loads.point(10, 480), Loads.point(20, 500))))
                .containsExactly("Users 10: the knee lies on the plateau when its load is made again");
    }

    @Test
    void shape_of_the_curve_is_not_judged_where_speed_is_not() {
        ScaleOutAccountRun level = curve(1, Loads.point(1, 500), Loads.point(10, 500));

        assertThat(ScaleOutChecks.of(List.of(level), MOST, false)).allMatch(Check::holds);
    }

    @Test
    void workers_that_follow_the_load_pass() {
        assertThat(failing(following(List.of(CHANGE), 1, 2, 20, 20, 5, 1))).isEmpty();
    }

    @Test
    void worker_that_comes_and_goes_between_two_samples_counts() {
        ScaleOutAccountRun run = following(List.of(CHANGE), 1, 1);

        assertThat(ScaleOutChecks.of(List.of(run), MOST, false)).allMatch(Check::holds);
    }

    @Test
    void workers_that_stay_when_the_load_goes_are_told() {
        assertThat(failing(following(List.of(CHANGE), 1, 20, 3)))
                .containsExactly("Autoscaler: without load they go down to one");
    }

    @Test
    void workers_that_do_not_come_are_told() {
        ScalingChange fewer = new ScalingChange("2026-11-22T22:00:00Z", "CONSUMPTION_ZERO", "no job came", 2, 1);

        assertThat(failing(following(List.of(fewer), 1, 1)))
                .containsExactly(
                        "Autoscaler: workers are added under load, with a reason",
                        "Autoscaler: they come up to the maximum, since more users than that wait");
    }

    @Test
    void changes_without_an_explanation_are_told() {
        assertThat(failing(following(List.of(), 1, 20, 1)))
                .containsExactly("Autoscaler: never more than the maximum, and each change is explained");
    }

    @Test
    void short_lock_must_end_in_dead_letters_and_a_long_one_must_not() {
        assertThat(failing(held("short-lock", 90, true))).isEmpty();
        assertThat(failing(held("long-lock", 0, false))).isEmpty();
        assertThat(failing(held("short-lock", 0, false)))
                .containsExactly(
                        "Short lock: jobs end in the dead letters",
                        "Short lock: the settings are warned about at the start");
        assertThat(failing(held("long-lock", 1, true)))
                .containsExactly(
                        "Long lock: no job ends in the dead letters",
                        "Long lock: the settings are not warned about at the start");
    }

    @Test
    void numbers_that_do_not_come_back_are_told() {
        Point bad = new Point(1, 1, 1, Loads.load(50, Loads.REQUESTS - 1));

        assertThat(failing(curve(450, bad, Loads.point(10, 480), Loads.point(20, 500))))
                .containsExactly("Users 10: every number comes back doubled");
    }

    private static List<String> failing(ScaleOutAccountRun run) {
        return ScaleOutChecks.of(List.of(run), MOST, true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }

    private static ScaleOutAccountRun curve(double again, Point... points) {
        Knee knee = Knee.of(List.of(points));
        return new ScaleOutAccountRun(
                CURVE,
                new Curve(
                        List.of(points),
                        knee,
                        Loads.point(knee.at().workers(), again),
                        Loads.load(5000, Loads.REQUESTS)),
                null,
                null);
    }

    private static ScaleOutAccountRun held(String test, long deadLetters, boolean warned) {
        return new ScaleOutAccountRun(
                ScaleOutTest.chosen(test).get(0),
                null,
                null,
                new Held(deadLetters, warned, Loads.load(10, Loads.REQUESTS)));
    }

    private static ScaleOutAccountRun following(List<ScalingChange> changes, double... workers) {
        return new ScaleOutAccountRun(
                AUTOSCALER,
                null,
                new Following(
                        new double[workers.length],
                        workers,
                        new double[workers.length],
                        changes,
                        Loads.load(400, Loads.REQUESTS)),
                null);
    }
}
