package io.dronedelivery.servicekit.security;

import java.net.URI;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

/** Knows who calls, and keeps an application that cannot know it to this machine. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties(SecurityProperties.class)
class CallersAutoConfiguration {

    @Bean
    Callers callers(SecurityProperties settings, ObjectProvider<WebClient.Builder> http) {
        Clock clock = Clock.systemUTC();
        VerifiedTokens verified = new VerifiedTokens(
                settings.tokenCache().max(), settings.tokenCache().longest(), clock);
        URI issuer = settings.issuer();
        @Nullable
        TokenVerifier verifier =
                issuer == null ? null : verifier(settings, issuer, http.getIfAvailable(WebClient::builder), verified);
        return new Callers(issuer, verifier, verified, settings.keys().retry(), settings.open());
    }

    private static TokenVerifier verifier(
            SecurityProperties settings, URI issuer, WebClient.Builder http, VerifiedTokens verified) {
        IssuerDocuments documents = new IssuerDocuments(
                http.build(), issuer, settings.jwkSetUri(), settings.keys().timeout());
        IssuerKeys keys = new IssuerKeys(documents::keys, settings.keys(), verified::forgetAll, System::nanoTime);
        return new TokenVerifier(settings, issuer, keys);
    }

    /** After Spring Boot's own, which sets {@code server.address}. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> listeningAddress(
            SecurityProperties settings,
            ObjectProvider<ManagementServerProperties> management,
            Environment environment) {
        boolean hasManagementPort = ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
        return new ListeningAddress(
                settings, hasManagementPort ? management.getObject().getAddress() : null);
    }
}
