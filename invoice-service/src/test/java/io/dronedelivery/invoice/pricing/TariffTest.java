package io.dronedelivery.invoice.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TariffTest {

    @ParameterizedTest(name = "{0} km, {1} kg, {2} packages, expedited {3}: {4}")
    @CsvSource({
        "0,     0,    1, false,  2.90",
        "0,     0,    1, true,   4.35",
        "10,    0,    1, false, 11.40",
        "0,     2,    1, false,  3.80",
        "0,     0,    7, false,  6.50",
        "9.79,  3.50, 2, false, 13.40", // 2.90 + 8.3215 + 1.575 + 0.60 = 13.3965
        "9.79,  3.50, 2, true,  20.09", // 20.09475
    })
    void price_adds_distance_weight_and_further_packages(
            BigDecimal km, BigDecimal kg, int packages, boolean expedited, BigDecimal price) {
        assertThat(Tariff.FIRST.price(km, kg, packages, expedited)).isEqualTo(price);
    }

    @Test
    void half_a_cent_is_rounded_up_once_at_the_end() {
        // 2.90 + 0.85 * 0.10 = 2.985
        assertThat(Tariff.FIRST.price(new BigDecimal("0.10"), BigDecimal.ZERO, 1, false))
                .isEqualTo("2.99");
    }

    @Test
    void price_has_two_decimals_even_when_they_are_zero() {
        assertThat(Tariff.FIRST.price(new BigDecimal("2"), new BigDecimal("2"), 1, false))
                .hasToString("5.50");
    }

    @Test
    void argument_out_of_range_is_refused_by_its_name() {
        BigDecimal one = BigDecimal.ONE;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tariff.FIRST.price(one.negate(), one, 1, false))
                .withMessageContaining("distanceKm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tariff.FIRST.price(one, one.negate(), 1, false))
                .withMessageContaining("totalWeightKg");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tariff.FIRST.price(one, one, 0, false))
                .withMessageContaining("packageCount");
    }
}
