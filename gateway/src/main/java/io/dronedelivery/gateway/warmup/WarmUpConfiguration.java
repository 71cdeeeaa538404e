package io.dronedelivery.gateway.warmup;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.settings.GatewayProperties;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WarmUpConfiguration {

    @Bean
    GatewayWarmUp warmUp(GatewayProperties settings, Backends backends, BeanFactory beans) {
        return new GatewayWarmUp(settings, backends, beans);
    }
}
