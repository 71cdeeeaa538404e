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
