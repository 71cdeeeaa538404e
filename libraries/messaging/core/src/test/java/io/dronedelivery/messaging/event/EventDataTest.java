package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

class EventDataTest {

    private final EventData data = new EventData(new ObjectMapper());

    record Position(double latitude, double longitude) {}

    record Flight(
            String droneId,
            Position start,
            List<Position> stops,
            @Nullable String note,
            int battery) {}

    @Test
    void what_was_written_is_read() {
        Flight flight = new Flight("d-1", new Position(1, 2), List.of(new Position(3, 4)), null, 80);
        assertThat(data.read(event(new String(data.write(flight), StandardCharsets.UTF_8)), Flight.class))
                .isEqualTo(flight);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                                                          | no data
                    null                                                                                        | null
                    moved!                                                                                      | not JSON
                    []                                                                                          | does not fit
                    {"start":{"latitude":1,"longitude":2},"stops":[],"battery":1}                               | lacks the field droneId
                    {"droneId":"d","start":{"latitude":1,"longitude":2},"stops":[]}                             | field battery
                    {"droneId":"d","start":{"latitude":1},"stops":[],"battery":1}                               | field start.longitude
                    {"droneId":"d","start":{"latitude":1,"longitude":"x"},"stops":[],"battery":1}               | field start.longitude
                    {"droneId":"d","start":{"latitude":1,"longitude":2},"stops":[null],"battery":1}             | lacks the field stops[0]
                    {"droneId":"d","start":{"latitude":1,"longitude":2},"stops":[],"battery":1} {}              | does not fit
                    """)
    void data_that_does_not_fit_is_refused_and_the_field_named(String json, String message) {
        assertThatThrownBy(() -> data.read(event(json), Flight.class))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageContaining(message);
    }

    record Leg(BigDecimal km, List<BigDecimal> stops) {}

    @ParameterizedTest
    @ValueSource(strings = {"1e-101", "-1e100", "0e-101", "0e100", "1e-2147483647", "1e2147483646", "0e2147483646"})
    void a_number_that_nobody_can_calculate_with_is_refused_and_the_field_named(String number) {
        assertThatThrownBy(() -> data.read(event("{\"km\":%s,\"stops\":[]}".formatted(number)), Leg.class))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageContaining("field km")
                .hasMessageContaining("100 digits");
        assertThatThrownBy(() -> data.read(event("{\"km\":1,\"stops\":[2,%s]}".formatted(number)), Leg.class))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageContaining("field stops[1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9e-100", "9e99", "0e-100", "0e99", "-12.50"})
    void a_number_of_up_to_a_hundred_digits_on_either_side_of_its_point_is_read(String number) {
        assertThat(data.read(event("{\"km\":%s,\"stops\":[]}".formatted(number)), Leg.class)
                        .km())
                .isEqualTo(new BigDecimal(number));
    }

    private static CloudEvent event(String json) {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("FlightPlanned")
                .withData(json.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
