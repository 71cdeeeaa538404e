package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Settings with which a service would start and answer nobody. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "security.clock-skew=-1ms, security.clock-skew",
        "security.keys.refresh=0s, security.keys.refresh",
        "security.keys.keep=0s, security.keys.keep must not be shorter than security.keys.retry",
        "security.keys.keep=9s, security.keys.keep must not be shorter than security.keys.retry",
        "security.keys.retry=0s, security.keys.retry",
        "security.keys.timeout=0s, security.keys.timeout",
        "security.token-cache.longest=-1s, security.token-cache.longest",
        // Of more than 292 years no long has the nanoseconds.
        "security.keys.refresh=999999d, security.keys.refresh",
        "security.keys.keep=999999d, security.keys.keep",
        "security.keys.retry=999999d, security.keys.retry",
        "security.keys.timeout=999999d, security.keys.timeout",
        "service-kit.connections.idle-timeout=999999d, service-kit.connections.idle-timeout",
        "service-kit.connections.head-timeout=999999d, service-kit.connections.head-timeout",
        "service-kit.connections.body-timeout=999999d, service-kit.connections.body-timeout",
        "service-kit.connections.write-timeout=999999d, service-kit.connections.write-timeout",
        "service-kit.max-request-body=-1B, service-kit.max-request-body must not be negative",
        "service-kit.connections.max-drained-body=-1B, service-kit.connections.max-drained-body must not be negative",
        // Its connections would have none of the limits, and all that they send would be believed.
        "server.http2.enabled=true, server.http2.enabled",
    })
    void what_would_answer_nobody_ends_the_start_and_is_named(String setting, String said, CapturedOutput output) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(SecuredApplication.class)
                        .run("--server.port=0", "--spring.config.import=classpath:service-kit.yml", "--" + setting)
                        .close())
                .isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START").contains(said);
    }
}
