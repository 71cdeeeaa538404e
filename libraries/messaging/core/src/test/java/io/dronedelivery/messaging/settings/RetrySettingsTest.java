package io.dronedelivery.messaging.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.event.RetryProperties;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RetrySettingsTest {

    private static List<Contradiction> with(String... settings) {
        Map<String, String> properties = new HashMap<>();
        Arrays.stream(settings).map(setting -> setting.split("=", 2)).forEach(pair -> properties.put(pair[0], pair[1]));
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton(
                "retry",
                new Binder(new MapConfigurationPropertySource(properties))
                        .bindOrCreate("messaging.retry", RetryProperties.class));
        return new RetrySettings(beans.getBeanProvider(RetryProperties.class)).contradictions();
    }

    @Test
    void the_defaults_do_not_contradict_each_other() {
        assertThat(with()).isEmpty();
        assertThat(new RetrySettings(new DefaultListableBeanFactory().getBeanProvider(RetryProperties.class))
                        .contradictions())
                .isEmpty();
    }

    @Test
    void attempts_that_take_longer_than_an_event_has_that_alone_fails_are_an_error() {
        assertThat(with("messaging.retry.attempts=60")).singleElement().satisfies(found -> {
            assertThat(found.severity()).isEqualTo(Contradiction.ContradictionSeverity.ERROR);
            assertThat(found.problem())
                    .contains("messaging.retry.attempts is 60", "messaging.retry.parking.after=PT5M", "never be made");
            assertThat(found.remedy()).contains("messaging.retry.attempts", "messaging.retry.parking.after");
        });
        assertThat(with("messaging.retry.attempts=60", "messaging.retry.parking.after=20m"))
                .isEmpty();
    }

    @Test
    void more_attempts_than_calls_until_an_event_is_parked_are_an_error() {
        String quick = "messaging.retry.max-backoff=200ms";
        assertThat(with("messaging.retry.attempts=101", quick)).hasSize(1);
        assertThat(with("messaging.retry.attempts=100", quick)).isEmpty();
    }
}
