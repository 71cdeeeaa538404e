package io.dronedelivery.gateway.tls;

import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
class TlsConfiguration {

    /** In place of Spring Boot's. */
    @Bean
    CheckedSslBundles sslBundleRegistry(ObjectProvider<SslBundleRegistrar> registrars, SettingFaults faults) {
        CheckedSslBundles bundles = new CheckedSslBundles();
        try {
            registrars.orderedStream().forEach(registrar -> registrar.registerBundles(bundles));
        } catch (RuntimeException e) {
            faults.add("spring.ssl.bundle", null, "cannot be read: " + BundleFaults.words(e));
            faults.throwIfAny();
        }
        return bundles;
    }

    /** The server reads its bundle before all else is compiled, and the start would end with a stack trace. */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> serverBundleCheck(
            CheckedSslBundles bundles, SettingFaults faults, Environment environment) {
        return server -> {
            int before = faults.count();
            bundlesOfServers(Binder.get(environment)).forEach((property, name) -> {
                String fault = BundleFaults.find(bundles, name);
                if (fault == null && !BundleFaults.hasKey(bundles.getBundle(name))) {
                    fault = "has no private key, which a server needs";
                }
                if (fault != null) {
                    faults.add(property, name, fault);
                }
            });
            if (faults.count() > before) {
                faults.throwIfAny();
            }
        };
    }

    private static Map<String, String> bundlesOfServers(Binder settings) {
        Map<String, String> bundles = new LinkedHashMap<>();
        for (String server : List.of("server.ssl", "management.server.ssl")) {
            Ssl ssl = settings.bind(server, Bindable.of(Ssl.class)).orElseGet(Ssl::new);
            if (Ssl.isEnabled(ssl) && ssl.getBundle() != null) {
                bundles.put(server + ".bundle", ssl.getBundle());
            }
            for (int i = 0; i < ssl.getServerNameBundles().size(); i++) {
                bundles.put(
                        server + ".server-name-bundles[" + i + "].bundle",
                        ssl.getServerNameBundles().get(i).bundle());
            }
        }
        return bundles;
    }
}
