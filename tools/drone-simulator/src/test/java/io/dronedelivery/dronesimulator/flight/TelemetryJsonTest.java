package io.dronedelivery.dronesimulator.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TelemetryJsonTest {

    private static final long CREATED = 1_795_384_228_068_123L;

    private final TelemetryJson json = new TelemetryJson(20, new Random(1));

    @Test
    void a_message_has_the_fields_of_the_contract() {
        Reading reading = new Reading(47.1, -8.5, 80, 9.14, 271, 0.8349);

        assertThat(new String(json.write("dr-01", 123, CREATED, reading), StandardCharsets.US_ASCII))
                .matches(
                        "\\{\"droneId\":\"dr-01\",\"sequence\":123,\"createdMicros\":1795384228068123,\"latitude\":47.100000,"
                                + "\"longitude\":-8.500000,\"altitude\":80.0,\"speed\":9.1,\"heading\":271,\"battery\":0.835,"
                                + "\"payload\":\"[a-zA-Z0-9]{20}\"}");
    }

    @Test
    void any_reading_is_read_as_it_was() {
        JsonMapper mapper = JsonMapper.builder().build();
        Random random = new Random(2);
        IntStream.range(0, 10_000).forEach(n -> {
            Reading reading = new Reading(
                    180 * random.nextDouble() - 90,
                    360 * random.nextDouble() - 180,
                    10_000 * random.nextDouble(),
                    100 * random.nextDouble(),
                    random.nextInt(360),
                    random.nextDouble());
            JsonNode read = mapper.readTree(json.write("dr-" + n, n * 1_000_003L, CREATED + n, reading));

            assertThat(read.path("droneId").asString()).isEqualTo("dr-" + n);
            assertThat(read.path("sequence").asLong()).isEqualTo(n * 1_000_003L);
            assertThat(read.path("createdMicros").asLong()).isEqualTo(CREATED + n);
            assertThat(read.path("latitude").asDouble()).isCloseTo(reading.latitude(), within(6e-7));
            assertThat(read.path("longitude").asDouble()).isCloseTo(reading.longitude(), within(6e-7));
            assertThat(read.path("altitude").asDouble()).isCloseTo(reading.altitude(), within(0.051));
            assertThat(read.path("speed").asDouble()).isCloseTo(reading.speed(), within(0.051));
            assertThat(read.path("heading").asInt()).isEqualTo(reading.heading());
            assertThat(read.path("battery").asDouble()).isCloseTo(reading.battery(), within(0.00051));
        });
    }
}
