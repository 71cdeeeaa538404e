package io.dronedelivery.drone.utilization;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class FlightTotalsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void tenths_that_no_double_holds_add_up_exactly() {
        FlightTotals totals = FlightTotals.NONE;
        for (int i = 0; i < 1000; i++) {
            totals = totals.plus(flight(0.1, 36, 0.07, 5));
        }

        Utilization utilization = totals.utilization();
        assertThat(utilization.flights()).isEqualTo(1000);
        assertThat(utilization.travelledKm()).isEqualByComparingTo("100");
        assertThat(utilization.payloadKg()).isEqualByComparingTo("70");
        assertThat(utilization.assignedHours()).isEqualByComparingTo("10");
        assertThat(utilization.capacityShare()).isEqualByComparingTo("0.014");
    }

    @Test
    void hours_and_share_round_half_up() {
        assertThat(FlightTotals.NONE.plus(flight(1, 18, 1, 1)).utilization().assignedHours())
                .isEqualTo("0.01");
        assertThat(FlightTotals.NONE.plus(flight(1, 17, 1, 1)).utilization().assignedHours())
                .isEqualTo("0.00");
        assertThat(FlightTotals.NONE.plus(flight(1, 1, 1, 16000)).utilization().capacityShare())
                .isEqualTo("0.0001");
    }

    @Test
    void no_flight_is_a_share_of_nothing() {
        assertThat(FlightTotals.NONE.utilization().capacityShare()).isZero();
    }

    private static JsonNode flight(double distanceKm, long seconds, double payloadKg, double capacityKg) {
        return JSON.createObjectNode()
                .put("distanceKm", distanceKm)
                .put("flightSeconds", seconds)
                .put("payloadKg", payloadKg)
                .put("capacityKg", capacityKg);
    }
}
