package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentScannerTest {

    private final DocumentScanner scanner = new DocumentScanner(List.of(PropertyPath.of("at", "city")));

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void a_document_in_another_encoding_is_refused(String encoding) {
        assertRefused("{\"id\":\"1\"}".getBytes(Charset.forName(encoding)), "not valid JSON");
    }

    /** A parser would make characters of them, another one other characters. */
    @ParameterizedTest
    @CsvSource({"c080, overlong", "eda080, half of a pair", "f5808080, beyond Unicode", "c3, cut off"})
    void bytes_that_are_no_characters_are_refused(String hex, String what) {
        byte[] bytes = "{\"id\":\"1\",\"text\":\"????\"}".getBytes(StandardCharsets.UTF_8);
        int at = new String(bytes, StandardCharsets.UTF_8).indexOf('?');
        for (int i = 0; i < hex.length() / 2; i++) {
            bytes[at + i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }

        assertRefused(bytes, "not valid JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"1\",\"a\":%s}",
                "{\"id\":\"1\",\"at\":%s}",
                "{\"id\":\"1\",\"at\":{\"a\":%s}}",
                "{\"id\":\"1\",\"at\":{\"city\":%s}}",
            })
    void a_value_nested_too_deeply_is_refused_wherever_it_is(String document) {
        byte[] bytes = document.formatted("[".repeat(129) + "]".repeat(129)).getBytes(StandardCharsets.UTF_8);

        assertRefused(bytes, "nested too deeply");
    }

    @Test
    void the_levels_around_the_partition_key_count() {
        String document = "{\"id\":\"1\",\"at\":{\"city\":\"Bern\",\"a\":%s}}";
        byte[] deepest = document.formatted("[".repeat(127) + "]".repeat(127)).getBytes(StandardCharsets.UTF_8);

        assertThat(scanner.scan(deepest).key()).isEqualTo(new DocumentKey(Scalar.of("Bern"), "1"));
        assertRefused(
                document.formatted("[".repeat(128) + "]".repeat(128)).getBytes(StandardCharsets.UTF_8),
                "nested too deeply");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"1\",\"a\":%s}",
                "{\"id\":\"1\",\"a\":[{\"b\":%s}]}",
                "{\"id\":\"1\",\"at\":%s}",
                "{\"id\":\"1\",\"at\":{\"a\":%s}}",
                "{\"id\":\"1\",\"at\":{\"city\":%s}}",
            })
    void a_number_beyond_the_doubles_is_refused_wherever_it_is(String document) {
        for (String number : List.of("1e999", "-1e309", "1" + "0".repeat(309))) {
            assertRefused(document.formatted(number).getBytes(StandardCharsets.UTF_8), "too large for a double");
        }
        byte[] largest = document.formatted("[-1.7976931348623157e308,1e-999]").getBytes(StandardCharsets.UTF_8);
        if (!document.contains("city")) {
            assertThat(scanner.scan(largest).body()).isEqualTo(largest);
        }
    }

    private void assertRefused(byte[] document, String reason) {
        assertThatExceptionOfType(ServiceException.class)
                .isThrownBy(() -> scanner.scan(document))
                .withMessageContaining(reason)
                .extracting(ServiceException::status)
                .isEqualTo(400);
    }
}
