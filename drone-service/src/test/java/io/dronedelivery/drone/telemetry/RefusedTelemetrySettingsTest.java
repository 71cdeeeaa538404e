package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Settings with which nothing would ever be read from the broker, or nothing archived. */
class RefusedTelemetrySettingsTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(DroneTelemetryProperties.class)
    static class Settings {}

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Settings.class);

    @ParameterizedTest
    @CsvSource({
        "drone.telemetry.archive.buffer=0B, drone.telemetry.archive.buffer must be at least 1B",
        "drone.telemetry.archive.buffer=-1MB, drone.telemetry.archive.buffer must be at least 1B",
        "drone.telemetry.archive.roll-size=0B, drone.telemetry.archive.roll-size must be at least 1B",
    })
    void a_size_that_holds_nothing_ends_the_start_and_is_named(String setting, String said) {
        application
                .withPropertyValues(setting)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(said));
    }

    @ParameterizedTest
    @CsvSource({"drone.telemetry.archive.buffer=1B", "drone.telemetry.archive.roll-size=1B"})
    void a_size_that_holds_something_is_taken(String setting) {
        application
                .withPropertyValues(setting)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
