package io.dronedelivery.delivery.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.delivery.request.DeliveryRequest.Location;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryRequestTest {

    @ParameterizedTest
    @CsvSource({
        "47.64, 47.64",
        "47.6400, 47.6400",
        "-1E+1, -1E+1",
        "47.123456789012345, 47.123456789012345",
        "47.1234567890123454, 47.123456789012345",
        "-47.1234567890123456, -47.123456789012346",
        // Half-way between two places, the even one.
        "47.1234567890123445, 47.123456789012344",
        "47.1234567890123435, 47.123456789012344",
        "5E-16, 0E-15",
        "-5E-16, 0E-15",
        "15E-16, 2E-15",
        // A digit behind it, however far.
        "5.000000000000000000000000000001E-16, 1E-15",
        "-5.000000000000000000000000000001E-16, -1E-15",
        "9.99E-16, 1E-15",
        "9.99E-17, 0E-15",
        "-9.99E-17, 0E-15",
        "1E-999999999, 0E-15",
        "-1E-2147483647, 0E-15",
        "0E-2147483647, 0E-15",
        "0E+2147483647, 0E+2147483647",
    })
    void a_place_has_at_most_fifteen_decimals(BigDecimal degrees, BigDecimal rounded) {
        assertThat(roundedOf(degrees)).isEqualTo(new Location(rounded, rounded));
    }

    /** As many digits as JSON may have. */
    @Test
    void a_place_of_many_digits_is_rounded() {
        assertThat(roundedOf(new BigDecimal("0." + "0".repeat(15) + "5" + "0".repeat(980) + "1")))
                .isEqualTo(new Location(new BigDecimal("1E-15"), new BigDecimal("1E-15")));
        assertThat(roundedOf(new BigDecimal("9".repeat(990) + "E-1006")))
                .isEqualTo(new Location(new BigDecimal("0E-15"), new BigDecimal("0E-15")));
    }

    private static Location roundedOf(BigDecimal degrees) {
        Location place = new Location(degrees, degrees);
        DeliveryRequest request = new DeliveryRequest("o-17", place, place, List.of(), false).withRoundedPlaces();
        assertThat(request.pickup()).isEqualTo(request.dropoff());
        return request.pickup();
    }
}
