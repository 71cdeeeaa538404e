package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    private static CloudEvent event(String json) {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("FlightPlanned")
                .withData(json.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
