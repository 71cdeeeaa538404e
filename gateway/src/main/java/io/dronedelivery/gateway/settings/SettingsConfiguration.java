package io.dronedelivery.gateway.settings;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatewayProperties.class)
class SettingsConfiguration {

    /** Of all that is compiled, so that one attempt to start reports the faults of backends, aggregations and forwards together. */
    @Bean
    SettingFaults settingFaults() {
        return new SettingFaults();
    }
}
