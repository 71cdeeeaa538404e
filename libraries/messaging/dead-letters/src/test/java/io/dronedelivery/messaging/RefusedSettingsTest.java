package io.dronedelivery.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.kafka.KafkaProperties;
import io.dronedelivery.messaging.servicebus.ServiceBusProperties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Sizes with which no event could be published, or which would be others than they say, and times that would be too long. */
class RefusedSettingsTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({KafkaProperties.class, ServiceBusProperties.class})
    static class Settings {}

    private static final String LISTENS = "messaging.kafka.bootstrap-servers=localhost:1";

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Settings.class);

    @ParameterizedTest
    @CsvSource({
        "kafka.publisher.max-request-size=0B, messaging.kafka.publisher.max-request-size must be from 1B to 1GB",
        "kafka.publisher.max-request-size=4GB, messaging.kafka.publisher.max-request-size must be from 1B to 1GB",
        "kafka.publisher.batch-size=-1B, messaging.kafka.publisher.batch-size must be from 0B to 1GB",
        "kafka.publisher.batch-size=4GB, messaging.kafka.publisher.batch-size must be from 0B to 1GB",
        "kafka.publisher.memory=0B, messaging.kafka.publisher.memory must not be below messaging.kafka.publisher.max-request-size",
        "kafka.publisher.memory=512KB, messaging.kafka.publisher.memory must not be below messaging.kafka.publisher.max-request-size",
        "servicebus.send.batch-size=0B, messaging.servicebus.send.batch-size must be at least 1B",
    })
    void a_size_that_cannot_be_ends_the_start_and_is_named(String setting, String said) {
        application
                .withPropertyValues("messaging." + setting, LISTENS)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(said));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messaging.kafka.publisher.max-request-size=1GB messaging.kafka.publisher.memory=1GB",
                "messaging.kafka.publisher.batch-size=0B",
                "messaging.kafka.publisher.memory=1MB",
                "messaging.servicebus.send.batch-size=1B"
            })
    void sizes_from_one_end_to_the_other_are_taken(String settings) {
        application
                .withPropertyValues(settings.split(" "))
                .withPropertyValues(LISTENS)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({
        "messaging.kafka, consumer.commitInterval, 60000ms, 1 minute",
        "messaging.servicebus, connections.idleTimeout, 600000ms, 10 minutes",
    })
    void a_time_beyond_its_maximum_ends_the_start_and_is_named(String group, String name, String longest, String said) {
        ApplicationContextRunner application = this.application.withPropertyValues(LISTENS);
        String setting = group + "." + name + "=";

        application
                .withPropertyValues(setting + longest)
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withPropertyValues(setting + longest.replaceFirst("0ms", "1ms"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("'" + group + "' on field '" + name + "'")
                        .hasStackTraceContaining("must be shorter than or equal to " + said));
    }
}
