package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.accounts.queuedesigns.Runs.part;
import static io.dronedelivery.lab.accounts.queuedesigns.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Size;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.Standing;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandingTest {

    @Test
    void complete_beats_fast_and_of_those_that_are_complete_the_faster_one_is_first() {
        assertThat(Standing.ranked(
                        List.of(run("kafka", 9_000, 9_999), run("postgres", 69, 10_000), run("memory", 154, 10_000))))
                .extracting(Standing::name)
                .containsExactly("memory", "postgres", "kafka");
    }

    @Test
    void share_is_that_of_the_worst_round() {
        assertThat(Standing.ranked(List.of(run("kafka", 9_000, 10_000, 5_000, 10_000))))
                .extracting(Standing::share)
                .containsExactly(0.5);
    }

    @Test
    void rate_is_that_of_the_median_round() {
        Size size = new Size(100, List.of(part(30, 100, 100), part(10, 100, 100), part(20, 100, 100)));

        assertThat(size.median().load().rate()).isEqualTo(20);
    }
}
