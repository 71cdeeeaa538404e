package io.dronedelivery.lab.accounts.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.scaleout.Curve.Knee;
import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {

    @Test
    void curve_that_rises_and_flattens_bends_where_further_workers_bring_less_than_a_ninth() {
        Knee knee = Knee.of(curve(1, 50, 2, 100, 5, 250, 10, 470, 15, 490, 20, 500));

        assertThat(knee.at().workers()).isEqualTo(10);
        assertThat(knee.rises()).isTrue();
        assertThat(knee.flattened()).isTrue();
    }

    @Test
    void curve_that_falls_again_bends_before_its_fall() {
        Knee knee = Knee.of(curve(1, 50, 5, 250, 10, 500, 20, 300, 40, 200));

        assertThat(knee.at().workers()).isEqualTo(10);
        assertThat(knee.flattened()).isTrue();
    }

    @Test
    void knee_is_not_taken_in_by_a_plateau_with_noise() {
        assertThat(Knee.of(curve(1, 50, 10, 480, 15, 455, 20, 500, 30, 470))
                        .at()
                        .workers())
                .isEqualTo(10);
    }

    @Test
    void curve_that_still_rises_has_not_flattened() {
        Knee knee = Knee.of(curve(1, 50, 2, 100, 5, 250, 10, 500));

        assertThat(knee.at().workers()).isEqualTo(10);
        assertThat(knee.flattened()).isFalse();
    }

    @Test
    void level_curve_needs_one_worker_and_does_not_rise() {
        Knee knee = Knee.of(curve(1, 500, 2, 510, 5, 505));

        assertThat(knee.at().workers()).isEqualTo(1);
        assertThat(knee.rises()).isFalse();
    }

    @Test
    void order_of_the_loads_does_not_matter() {
        assertThat(Knee.of(curve(20, 500, 10, 470, 1, 50)).at().workers()).isEqualTo(10);
    }

    @Test
    void there_is_none_without_loads() {
        assertThat(Knee.of(List.of())).isNull();
    }

    private static List<Point> curve(int... workersAndRates) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < workersAndRates.length; i += 2) {
            points.add(Loads.point(workersAndRates[i], workersAndRates[i + 1]));
        }
        return points;
    }
}
