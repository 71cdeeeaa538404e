package io.dronedelivery.messaging.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

@Isolated("another application that starts configures the JVM's logging anew, and what is logged meanwhile is lost")
@ExtendWith(OutputCaptureExtension.class)
class SettingsAtStartTest {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SettingsAutoConfiguration.class)
    static class Dangerous {
        @Bean
        SettingsCheck dangerous() {
            return () -> List.of(Contradiction.warning("The bridge is lower than the truck", "Let some air out"));
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SettingsAutoConfiguration.class)
    static class Impossible {
        @Bean
        SettingsCheck impossible() {
            return () -> List.of(
                    Contradiction.error("The truck is wider than the road", "Take another road"),
                    Contradiction.error("The truck is longer than the ferry", "Take another ferry"));
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .run(arguments);
    }

    @Test
    void what_is_dangerous_is_said_and_the_application_starts(CapturedOutput output) {
        try (ConfigurableApplicationContext application = start(Dangerous.class)) {
            assertThat(application.isActive()).isTrue();
            assertThat(output).contains("The bridge is lower than the truck. Let some air out");
        }
    }

    @Test
    void what_cannot_work_ends_the_start_with_all_that_is_to_be_changed() {
        Throwable failure = catchThrowable(() -> start(Impossible.class));

        FailureAnalysis analysis = new ContradictingSettingsAnalyzer().analyze(failure);
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .contains("The truck is wider than the road", "The truck is longer than the ferry");
        assertThat(analysis.getAction()).contains("Take another road", "Take another ferry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"initial-size", "min-idle"})
    void a_pool_of_postgresql_with_a_minimum_above_its_maximum_is_refused(String minimum) {
        String pool = "--spring.r2dbc.pool.";
        Throwable failure = catchThrowable(() -> start(Impossible.class, pool + minimum + "=6", pool + "max-size=5"));

        assertThat(failure)
                .isInstanceOf(ContradictingSettingsException.class)
                .hasMessageContaining(
                        "spring.r2dbc.pool." + minimum + " is 6, above spring.r2dbc.pool.max-size, which is 5");
        start(Dangerous.class, pool + minimum + "=5", pool + "max-size=5").close();
    }
}
