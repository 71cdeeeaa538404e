package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class MessageReaderTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LatestPositions positions = new LatestPositions(10);
    private final MessageReader reader = new MessageReader(positions);
    private final LineBuffer lines = new LineBuffer(1);

    private final List<Header> headers = new ArrayList<>(List.of(
            header("ce_specversion", "1.0"),
            header("ce_id", "dr-01-run-1"),
            header("ce_source", "/drone-simulator"),
            header("ce_type", "DroneTelemetry"),
            header("content-type", "application/json"),
            header("ce_dataschema", "urn:drone-delivery:schema:DroneTelemetry:1"),
            header("ce_partitionkey", "dr-01")));

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_message_becomes_a_cloud_event_in_one_line() {
        String data = TelemetryEvents.data("dr-01", 1, 5).replace(",", ",\r\n ");

        MessageReader.ReadMessage read = read(data);

        assertThat(read.createdMicros()).isEqualTo(5);
        assertThat(positions.of("dr-01")).isNotNull();
        JsonNode line = onlyLine();
        assertThat(line.propertyNames())
                .containsExactly("specversion", "id", "source", "type", "dataschema", "partitionkey", "data");
        assertThat(line.get("id").asString()).isEqualTo("dr-01-run-1");
        assertThat(line.get("data")).isEqualTo(JSON.readTree(data));
    }

    @Test
    void characters_with_a_meaning_in_json_are_escaped_and_broken_ones_replaced() {
        headers.set(1, header("ce_id", "a\"b\\c\nd\u00e9"));
        headers.add(new RecordHeader("ce_other", new byte[] {(byte) 0xff}));

        read(TelemetryEvents.data("dr-01", 1));

        assertThat(onlyLine().get("id").asString()).isEqualTo("a\"b\\c\nd\u00e9");
        assertThat(onlyLine().get("other").asString()).isEqualTo("\ufffd");
    }

    @ParameterizedTest
    @CsvSource({
        "ce_type, DroneLanded, unknown-type",
        "ce_dataschema, urn:drone-delivery:schema:DroneTelemetry:2, unknown-version",
        "ce_specversion, 0.3, unknown-specversion",
        "ce_id, '', missing-attribute",
    })
    void an_event_of_another_kind_is_kept_with_the_reason(String name, String value, String reason) {
        headers.replaceAll(header -> header.key().equals(name) ? header(name, value) : header);
        String data = TelemetryEvents.data("dr-01", 1);

        MessageReader.ReadMessage read = read(data);

        assertThat(read.rejected())
                .isNotNull()
                .extracting(RejectedException::reason)
                .isEqualTo(reason);
        assertThat(positions.of("dr-01")).isNull();
        assertRejectedLine(reason, data);
    }

    @Test
    void what_is_no_event_is_kept_with_the_reason() {
        headers.clear();

        assertThat(read("no json").rejected()).isNotNull();
        assertRejectedLine("missing-attribute", "no json");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void copies_of_a_message_without_an_id_have_the_same_one_and_no_other_message_has_it(boolean empty) {
        headers.remove(1);
        if (empty) {
            headers.add(header("ce_id", ""));
        }
        assertThat(idOfRecord(7)).isNotEmpty().isEqualTo(idOfRecord(7)).isNotEqualTo(idOfRecord(8));
    }

    private String idOfRecord(long offset) {
        LineBuffer one = new LineBuffer(1);
        reader.read(record(offset, bytes("{}")), one);
        return JSON.readTree(Arrays.copyOf(one.bytes(), one.length()))
                .path("id")
                .asString("");
    }

    @Test
    void data_that_is_no_telemetry_is_kept_with_the_reason() {
        assertThat(read("{\"droneId\":").rejected()).isNotNull();
        assertRejectedLine("invalid-data", "{\"droneId\":");
    }

    /** It would be JSON to a parser, and make the archive's file unreadable. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "ISO-8859-1"})
    void data_in_another_encoding_is_kept_with_the_reason(String encoding) {
        byte[] data = TelemetryEvents.data("dr-01", 1)
                .replace("{", "{\"\u010a\u00e9\":1,")
                .getBytes(Charset.forName(encoding));

        assertThat(reader.read(record(0, data), lines).rejected())
                .isNotNull()
                .extracting(RejectedException::reason)
                .isEqualTo("invalid-data");
        assertThat(onlyLine().get("data_base64").asString())
                .isEqualTo(Base64.getEncoder().encodeToString(data));
    }

    @Test
    void no_data_is_kept_with_the_reason() {
        assertThat(reader.read(record(0, null), lines).rejected()).isNotNull();
        assertRejectedLine("invalid-data", "");
    }

    @Test
    void an_attribute_that_is_there_twice_is_kept_once_and_the_message_rejected() {
        headers.add(header("ce_id", "another"));
        String data = TelemetryEvents.data("dr-01", 1);

        read(data);

        assertRejectedLine("repeated-attribute", data);
        assertThat(onlyLine().get("id").asString()).isEqualTo("dr-01-run-1");
    }

    @Test
    void headers_that_are_no_attributes_change_nothing() {
        headers.add(header("ce_data", "{}"));
        headers.add(header("ce_data_base64", "e30="));
        headers.add(header("ce_rejectedreason", "made up"));
        headers.add(header("ce_Type", "Other"));
        headers.add(header("other", "x"));
        headers.add(new RecordHeader("ce_nothing", null));

        assertThat(read(TelemetryEvents.data("dr-01", 1)).rejected()).isNull();
        assertThat(onlyLine().propertyNames())
                .containsExactly("specversion", "id", "source", "type", "dataschema", "partitionkey", "data");
    }

    @Test
    void messages_of_others_tell_positions_and_leave_no_line() {
        assertThat(reader.follow(headers, bytes(TelemetryEvents.data("dr-01", 1))))
                .isTrue();
        assertThat(reader.follow(headers, bytes("{}"))).isFalse();

        assertThat(positions.of("dr-01")).isNotNull();
        assertThat(lines.length()).isZero();
    }

    private MessageReader.ReadMessage read(String data) {
        return reader.read(record(0, bytes(data)), lines);
    }

    private ConsumerRecord<byte[], byte[]> record(long offset, byte @Nullable [] data) {
        return TelemetryEvents.record(offset, headers, data);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void assertRejectedLine(String reason, @Nullable String data) {
        JsonNode line = onlyLine();
        assertThat(line.get("rejectedreason").asString()).startsWith(reason + ": ");
        assertThat(line.get("data_base64").asString())
                .isEqualTo(Base64.getEncoder().encodeToString(bytes(String.valueOf(data))));
        assertThat(line.has("data")).isFalse();
    }

    private JsonNode onlyLine() {
        String text = new String(Arrays.copyOf(lines.bytes(), lines.length()), StandardCharsets.UTF_8);
        assertThat(lines.lines()).isOne();
        assertThat(text).endsWith("}\n");
        assertThat(text.indexOf('\n')).isEqualTo(text.length() - 1);
        return JSON.readTree(text);
    }
}
