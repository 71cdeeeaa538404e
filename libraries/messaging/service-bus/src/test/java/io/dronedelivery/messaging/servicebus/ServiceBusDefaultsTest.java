package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ServiceBusDefaultsTest {

    private static final String SERIALIZER = "logging.level.com.azure.messaging.servicebus.ServiceBusMessageSerializer";

    private final @Nullable String before = System.getProperty(ServiceBusDefaults.ELASTIC_THREADS);

    @BeforeEach
    void nobody_gives_a_number() {
        System.clearProperty(ServiceBusDefaults.ELASTIC_THREADS);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(ServiceBusDefaults.ELASTIC_THREADS);
        } else {
            System.setProperty(ServiceBusDefaults.ELASTIC_THREADS, before);
        }
    }

    @Test
    void lanes_of_three_subscriptions_have_their_threads_on_any_machine() {
        process(new MockEnvironment().withProperty("messaging.broker", "servicebus"));

        assertThat(Integer.getInteger(ServiceBusDefaults.ELASTIC_THREADS)).isGreaterThanOrEqualTo(64);
    }

    @Test
    void number_of_threads_that_was_given_stays() {
        System.setProperty(ServiceBusDefaults.ELASTIC_THREADS, "7");

        process(new MockEnvironment().withProperty("messaging.broker", "servicebus"));

        assertThat(System.getProperty(ServiceBusDefaults.ELASTIC_THREADS)).isEqualTo("7");
    }

    @Test
    void level_that_the_application_sets_wins() {
        MockEnvironment environment = new MockEnvironment().withProperty("messaging.broker", "servicebus");
        process(environment);
        assertThat(environment.getProperty(SERIALIZER)).isEqualTo("error");

        environment.setProperty(SERIALIZER, "debug");
        assertThat(environment.getProperty(SERIALIZER)).isEqualTo("debug");
    }

    @Test
    void other_broker_needs_none_of_it() {
        MockEnvironment environment = new MockEnvironment().withProperty("messaging.broker", "kafka");

        process(environment);

        assertThat(environment.getProperty(SERIALIZER)).isNull();
        assertThat(System.getProperty(ServiceBusDefaults.ELASTIC_THREADS)).isNull();
    }

    private static void process(MockEnvironment environment) {
        new ServiceBusDefaults().postProcessEnvironment(environment, new SpringApplication());
    }
}
