package io.dronedelivery.servicekit.web;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** The edge of a service: what is done with each request before Spring routes it. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties({WebProperties.class, ConnectionProperties.class, EdgeProperties.class})
class WebAutoConfiguration {

    WebAutoConfiguration() {
        LateErrors.install();
    }

    @Bean
    RequestFilter requestFilter(WebProperties properties) {
        return new RequestFilter(
                new ResponseHeaders(properties.responseHeaders()), new RequestBodyLimit(properties.maxRequestBody()));
    }

    @Bean
    ServedConnections servedConnections() {
        return new ServedConnections();
    }

    @Bean
    ShutdownPause shutdownPause(WebProperties properties, ServedConnections connections) {
        return new ShutdownPause(properties.shutdownPause(), connections);
    }

    @Bean
    @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
    LastRequests lastRequests(ServedConnections connections, LifecycleProperties lifecycle) {
        return new LastRequests(connections, lifecycle.getTimeoutPerShutdownPhase());
    }

    /** Comes after Spring Boot's own, which set the limits of the codec. */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> connectionEdge(
            WebProperties properties, ConnectionProperties connections, EdgeProperties edge, ServedConnections served) {
        Refusals refusals = new Refusals(new ResponseHeaders(properties.responseHeaders()));
        List<Network> shared = new ArrayList<>(edge.forwardedFrom());
        shared.add(Network.valueOf("loopback"));
        return factory -> factory.addServerCustomizers(server -> {
            OpenConnections open = new OpenConnections(connections.max(), connections.maxPerAddress(), shared);
            return new ConnectionEdge(refusals, connections, edge, open, served)
                    .install(server.doOnBound(bound -> served.bound(bound.channel())));
        });
    }
}
