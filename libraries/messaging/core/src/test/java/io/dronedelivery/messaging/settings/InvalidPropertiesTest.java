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
        // Of more than 292 years no long has the nanoseconds.
        "--messaging.retry.first-backoff=999999d, messaging.retry.firstBackoff",
        "--messaging.retry.max-backoff=999999d, messaging.retry.maxBackoff",
        "--messaging.retry.call-timeout=999999d, messaging.retry.callTimeout",
        "--messaging.retry.parking.after=999999d, messaging.retry.parking.after",
        "--messaging.retry.parking.standstill=999999d, messaging.retry.parking.standstill",
        "--messaging.retry.parking.unforeseen-standstill=999999d, messaging.retry.parking.unforeseenStandstill",
        "--messaging.retry.breaker.first-pause=999999d, messaging.retry.breaker.firstPause",
        "--messaging.retry.breaker.max-pause=999999d, messaging.retry.breaker.maxPause",
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
