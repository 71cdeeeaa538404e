package io.dronedelivery.gateway.contract;

import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ContractConfiguration {

    @Bean
    Contracts contracts(GatewayProperties settings, SettingFaults faults, ObjectProvider<ContractLocations> locations) {
        return Contracts.read(settings, locations.getIfAvailable(() -> new ContractLocations(null)), faults);
    }
}
