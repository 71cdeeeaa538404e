package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whatever a message has, the archive gets one line for it, which is JSON in UTF-8. Data that is telemetry stands in it as JSON, and is
 * what a parser of all of it finds; other data stands in it byte for byte, with the reason. The input is the event's id up to a line
 * feed, and then the data.
 */
final class MessageReaderFuzz {

    /** In the line the data is one level deeper than by itself, and what is not read of it may be longer than it may be when it is read. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(1_000)
                            .maxNumberLength(10_000)
                            .build())
                    .build())
            .build();

    private MessageReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws CharacterCodingException {
        int end = 0;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        byte[] id = Arrays.copyOf(input, end);
        byte[] data = Arrays.copyOfRange(input, Math.min(end + 1, input.length), input.length);
        LineBuffer lines = new LineBuffer(1);

        MessageReader.ReadMessage read =
                new MessageReader(new LatestPositions(10)).read(TelemetryEvents.record(7, headers(id), data), lines);

        JsonNode line = JSON.readTree(onlyLine(lines));
        assertThat(line.get("id").asString())
                .isEqualTo(id.length == 0 ? "record-0-7-1795384228068" : new String(id, StandardCharsets.UTF_8));
        RejectedException rejected = read.rejected();
        if (rejected == null) {
            JsonNode sent = JSON.readTree(text(data));
            assertThat(line.get("data")).isEqualTo(sent);
            assertThat(read.createdMicros()).isEqualTo(sent.get("createdMicros").longValue());
            assertIsWhatAParserFinds(new TelemetryDecoder().decode(data), sent);
        } else {
            // Jackson's message can have a half of a character, which UTF-8 has not.
            byte[] reason = (rejected.reason() + ": " + rejected.getMessage()).getBytes(StandardCharsets.UTF_8);
            assertThat(line.get(LineBuffer.REJECTED).asString()).isEqualTo(new String(reason, StandardCharsets.UTF_8));
            assertThat(Base64.getDecoder().decode(line.get("data_base64").asString()))
                    .isEqualTo(data);
        }
    }

    private static List<Header> headers(byte[] id) {
        return List.of(
                header("specversion", "1.0".getBytes(StandardCharsets.UTF_8)),
                header("id", id),
                header("source", "/s".getBytes(StandardCharsets.UTF_8)),
                header("type", MessageReader.TYPE.getBytes(StandardCharsets.UTF_8)),
                header("dataschema", "urn:drone-delivery:schema:DroneTelemetry:1".getBytes(StandardCharsets.UTF_8)));
    }

    private static Header header(String attribute, byte[] value) {
        return new RecordHeader("ce_" + attribute, value);
    }

    private static String onlyLine(LineBuffer lines) throws CharacterCodingException {
        String text = text(Arrays.copyOf(lines.bytes(), lines.length()));
        assertThat(lines.lines()).isOne();
        assertThat(text).endsWith("}\n");
        assertThat(text.chars().filter(c -> c == '\n' || c == '\r')).hasSize(1);
        return text;
    }

    private static String text(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    private static void assertIsWhatAParserFinds(DroneTelemetry telemetry, JsonNode sent) {
        assertThat(telemetry.droneId()).isEqualTo(sent.get("droneId").stringValue());
        assertThat(telemetry.sequence()).isEqualTo(sent.get("sequence").longValue());
        assertThat(telemetry.createdMicros())
                .isEqualTo(sent.get("createdMicros").longValue());
        assertThat(telemetry.latitude()).isBetween(-90.0, 90.0);
        assertThat(telemetry.longitude()).isBetween(-180.0, 180.0);
        assertIsNumber(telemetry.latitude(), sent, "latitude");
        assertIsNumber(telemetry.longitude(), sent, "longitude");
        assertIsNumber(telemetry.altitude(), sent, "altitude");
        assertIsNumber(telemetry.speed(), sent, "speed");
        assertIsNumber(telemetry.heading(), sent, "heading");
        assertIsNumber(telemetry.battery(), sent, "battery");
    }

    private static void assertIsNumber(double told, JsonNode sent, String name) {
        JsonNode value = sent.get(name);
        // Jackson refuses to turn an integer of more than 308 digits into a double.
        double number = value.isBigInteger() ? value.bigIntegerValue().doubleValue() : value.doubleValue();
        assertThat(Double.isFinite(told) && told == number)
                .as("%s: %s and %s", name, told, number)
                .isTrue();
    }
}
