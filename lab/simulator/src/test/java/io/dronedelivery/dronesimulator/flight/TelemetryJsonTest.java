package io.dronedelivery.dronesimulator.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.dronedelivery.dronesimulator.flight.Drone.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void extremes_keep_to_the_published_schema() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("..", "..", "docs", "messages", "DroneTelemetry.v1.schema.json")));
        String longest = "d".repeat(64);

        for (byte[] data : List.of(
                json.write("d", 0, 0, new Reading(-90, -180, 0, 0, 0, 0)),
                json.write(longest, Long.MAX_VALUE, Long.MAX_VALUE, new Reading(90, 180, 10_000, 1_000, 359, 1)))) {
            assertThat(schema.validate(new String(data, StandardCharsets.US_ASCII), InputFormat.JSON))
                    .isEmpty();
        }
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
