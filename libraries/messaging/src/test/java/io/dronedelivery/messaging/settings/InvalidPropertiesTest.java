package io.dronedelivery.messaging.settings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.messaging.MessagingProperties;
import io.dronedelivery.messaging.event.RetryProperties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

class InvalidPropertiesTest {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableConfigurationProperties({RetryProperties.class, MessagingProperties.class})
    static class Application {}

    @ParameterizedTest
    @CsvSource({
        "--messaging.broker=pigeons, pigeons",
        "--messaging.retry.attempts=0, messaging.retry.attempts",
        "--messaging.retry.first-backoff=0s, messaging.retry.firstBackoff",
        "--messaging.retry.call-timeout=1ms, messaging.retry.call-timeout",
        "--messaging.retry.max-backoff=1ms, messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff",
    })
    void what_cannot_be_ends_the_start_and_is_named(String argument, String said) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .properties("spring.main.banner-mode=off")
                        .run(argument)
                        .close())
                .hasStackTraceContaining(said);
    }
}
