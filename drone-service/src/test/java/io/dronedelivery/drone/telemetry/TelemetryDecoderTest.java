package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelemetryDecoderTest {

    private static final String DATA = """
            {"payload":{"a":[1,{"latitude":1}]},"droneId":"dr-01","sequence":123,"createdMicros":1795384228068123,\
            "latitude":47.1,"longitude":8.5,"altitude":80,"speed":9.1,"heading":271,"battery":0.83}""";

    private final TelemetryDecoder decoder = new TelemetryDecoder();

    @Test
    void the_members_are_read_in_any_order_and_others_skipped() {
        assertThat(decode(DATA))
                .isEqualTo(new DroneTelemetry("dr-01", 123, 1_795_384_228_068_123L, 47.1, 8.5, 80, 9.1, 271, 0.83));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"droneId\":\"dr-01\",'      | ''                             | droneId is missing",
                "'\"battery\":0.83'            | '\"battery\":\"full\"'         | battery must be a number",
                "'\"altitude\":80'             | '\"altitude\":1e999'          | altitude must be a finite number",
                "'\"speed\":9.1'               | '\"speed\":-1e999'            | speed must be a finite number",
                "'\"heading\":271'             | '\"heading\":2.7e309'         | heading must be a finite number",
                "'\"battery\":0.83'            | '\"battery\":1e999'           | battery must be a finite number",
                "'\"sequence\":123'            | '\"sequence\":1.5'             | sequence must be a whole number",
                "'\"sequence\":123'            | '\"sequence\":-1'              | sequence must not be negative",
                "'\"latitude\":47.1'           | '\"latitude\":90.1'            | latitude must be from -90 to 90",
                "'\"longitude\":8.5'           | '\"longitude\":-181'           | longitude must be from -180 to 180",
                "'dr-01'                       | 'dr 01'                        | droneId must be 1 to 64",
                "'0.83}'                       | '0.83}{}'                      | something behind the JSON object",
                "'0.83}'                       | '0.83'                         | The data is not JSON",
                "'\"sequence\":123'            | '\"sequence\":99999999999999999999' | The data is not JSON",
            })
    void what_is_wrong_is_named(String part, String instead, String message) {
        assertThat(DATA).contains(part);

        assertThatThrownBy(() -> decode(DATA.replace(part, instead)))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"[]", "null", "7", "x", "''"})
    void what_is_no_object_is_rejected(String data) {
        assertThatThrownBy(() -> decode(data)).isInstanceOf(RejectedException.class);
    }

    private DroneTelemetry decode(String data) {
        return decoder.decode(data.getBytes(StandardCharsets.UTF_8));
    }
}
