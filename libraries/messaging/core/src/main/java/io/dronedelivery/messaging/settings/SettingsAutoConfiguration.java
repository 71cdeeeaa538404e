package io.dronedelivery.messaging.settings;

import io.dronedelivery.messaging.event.RetryProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Checks settings when the application starts. */
@AutoConfiguration
public class SettingsAutoConfiguration {

    @Bean
    SettingsAtStart settingsAtStart(ObjectProvider<SettingsCheck> checks) {
        return new SettingsAtStart(checks);
    }

    @Bean
    SettingsCheck poolSettings(Environment environment) {
        return new PoolSettings(environment);
    }

    @Bean
    SettingsCheck retrySettings(ObjectProvider<RetryProperties> properties) {
        return new RetrySettings(properties);
    }
}
