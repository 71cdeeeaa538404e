package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

@Configuration(proxyBeanMethods = false)
class BackendConfiguration {

    @Bean
    LoopDelay loopDelay(ReactorResourceFactory resources) {
        return new LoopDelay(resources.getLoopResources().onServer(LoopResources.DEFAULT_NATIVE));
    }

    @Bean
    Backends backends(
            GatewayProperties settings,
            ReactorResourceFactory resources,
            LoopDelay delay,
            ObjectProvider<SslBundles> bundles,
            SettingFaults faults) {
        SslBundles known = bundles.getIfAvailable(DefaultSslBundleRegistry::new);
        BackendSettings.check(settings, known, faults);
        return new Backends(BackendSettings.withoutFaulty(settings, faults), known, resources, delay);
    }

    @Bean
    MeterBinder backendMeters(Backends backends) {
        return backends::bindTo;
    }

    @Bean
    CompositeHealthContributor backendsHealthContributor(Backends backends) {
        return BackendsHealth.of(backends);
    }
}
