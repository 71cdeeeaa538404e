package io.dronedelivery.lab.comparisons.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void an_odd_number_of_rounds_has_the_middle_one_as_median() {
        assertThat(Spread.of(List.of(90, 60, 70), Integer::doubleValue)).isEqualTo(new Spread(70, 60, 90));
    }

    @Test
    void an_even_number_of_rounds_has_the_mean_of_the_two_in_the_middle() {
        assertThat(Spread.of(List.of(90, 60, 80, 70), Integer::doubleValue)).isEqualTo(new Spread(75, 60, 90));
    }

    @Test
    void without_rounds_there_is_no_figure() {
        assertThatThrownBy(() -> Spread.of(List.<Integer>of(), Integer::doubleValue))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No rounds");
    }
}
