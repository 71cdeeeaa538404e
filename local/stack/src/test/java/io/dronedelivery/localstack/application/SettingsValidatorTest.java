package io.dronedelivery.localstack.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsValidatorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway.limits.max-concurrent-requests=0 | must be greater than or equal to 1",
                "gateway.backends.drone.pool.max-connections=-1 | must be greater than or equal to 0",
                "gateway.warm-up=2m                       | must be shorter than or equal to 1 minute",
                "invoice.lines.default-limit=0            | must be greater than or equal to 1"
            })
    void value_out_of_its_range_is_named_in_a_line(String setting, String reason) {
        assertThat(faults("--" + setting)).hasValue(setting + ": " + reason);
    }

    @Test
    void wrong_value_of_a_file_is_named_with_its_line(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yml"), "gateway:\n  json:\n    max-depth: deep\n");

        assertThat(faults("--spring.config.additional-location=" + file.toUri(), "--gateway.sample=true"))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("gateway.json.max-depth=deep: expected a whole number (")
                        .contains("mine.yml] - 3:16"));
    }

    @ParameterizedTest
    @CsvSource({
        "security.keys.keep=1s, security.keys.keep must not be shorter than security.keys.retry",
        "messaging.retry.max-backoff=1ms, messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff",
        "service-kit.connections.head-timeout=1ms, service-kit.connections.idle-timeout, service-kit.connections.head-timeout",
        "invoice.lines.default-limit=1000000, invoice.lines.default-limit must not be above invoice.lines.max-limit"
    })
    void broken_rule_between_two_settings_is_told_in_a_line(String setting, String rule) {
        assertThat(faults("--" + setting))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith(setting)
                        .contains(": " + rule)
                        .doesNotContain("\n"));
    }

    @Test
    void part_with_an_unknown_backend_is_told_with_its_place(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yml"), """
                gateway:
                  aggregations:
                    mine:
                      path: /api/mine
                      access: public
                      parts:
                        one: { backend: nowhere, path: /x }
                """);

        assertThat(faults("--spring.config.additional-location=" + file.toUri()))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("gateway.aggregations.mine.parts.one.backend=nowhere: ")
                        .contains("mine.yml:7:25")
                        .doesNotContain("\n"));
    }

    @Test
    void file_with_settings_of_a_service_is_checked_too(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("mine.yml"), "invoice:\n  lines:\n    max-limit: 10\n    default-limit: 20\n");

        assertThat(faults("--spring.config.additional-location=" + file.toUri()))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("invoice.lines.default-limit=20, invoice.lines.max-limit=10: ")
                        .contains("mine.yml] - 4:20", "mine.yml] - 3:16")
                        .doesNotContain("\n"));
    }

    @Test
    void file_of_valid_settings_is_taken(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("mine.yml"), "gateway:\n  json:\n    max-depth: 50\n");

        assertThat(faults("--spring.config.additional-location=" + file.toUri()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--gateway.limits.max-concurrent-requests=7",
                "--messaging.dispatch.capacity=500",
                "--messaging.servicebus.emulator-connection-limit=5",
                "--delivery.reconciliation.interval=1h",
                "--drone.telemetry.enabled=true",
                "--invoice.lines.max-limit=500",
                "--security.open=true",
                "--logging.level.root=info"
            })
    void valid_settings_are_taken(String setting) {
        assertThat(faults(setting)).isEmpty();
    }

    private static Optional<String> faults(String... arguments) {
        List<String> all = List.of(arguments);
        return SettingsValidator.readersOf(all).stream()
                .flatMap(application -> SettingsValidator.faults(application, Map.of(), all).stream())
                .findFirst();
    }
}
