package io.dronedelivery.servicekit.edge;

import io.dronedelivery.localrequests.LocalRequests;
import io.dronedelivery.servicekit.security.Callers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.http.server.reactive.ContextPathCompositeHandler;

/** The edge of a service: what is done with each request before Spring routes it. */
@AutoConfiguration(afterName = "io.dronedelivery.servicekit.security.CallersAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties({WebProperties.class, ConnectionProperties.class, EdgeProperties.class})
class WebAutoConfiguration {

    WebAutoConfiguration() {
        LateErrors.install();
    }

    @Bean
    CallerAddresses callerAddresses(EdgeProperties edge) {
        return new CallerAddresses(edge.direct() || !edge.forwardedFrom().isEmpty());
    }

    @Bean
    RefusedRequests refusedRequests() {
        return new RefusedRequests();
    }

    @Bean
    RequestFilter requestFilter(
            WebProperties properties,
            RefusedRequests refused,
            EdgeProperties edge,
            Callers callers,
            ObjectProvider<TrustedPages> pages) {
        return new RequestFilter(
                new ResponseHeaders(properties.responseHeaders()),
                new RequestBodyLimit(properties.maxRequestBody()),
                refused,
                taken(
                        edge.allowedHosts(),
                        callers.areOfThisMachine(),
                        pages.orderedStream().toList()));
    }

    private static @Nullable LocalRequests taken(List<String> hosts, boolean isLocal, List<TrustedPages> pages) {
        if (hosts.isEmpty() && !isLocal) {
            return null;
        }
        LocalRequests loopback = LocalRequests.toLoopback();
        return (hosts.isEmpty() ? loopback : loopback.orTo(hosts))
                .orFrom(origin -> pages.stream().anyMatch(some -> some.mayCall(origin)));
    }

    /** Spring Boot creates the handler of the base path without an extension point. */
    @Bean
    @ConditionalOnProperty("spring.webflux.base-path")
    static BeanPostProcessor basePath(ObjectProvider<WebFluxProperties> webFlux, ObjectProvider<WebProperties> web) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ContextPathCompositeHandler below
                        ? new BasePath(
                                Objects.requireNonNull(webFlux.getObject().getBasePath(), "it has a handler"),
                                below,
                                new ResponseHeaders(web.getObject().responseHeaders()))
                        : bean;
            }
        };
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

    @Bean
    ServerEdge connectionEdge(
            WebProperties web,
            ConnectionProperties connections,
            EdgeProperties edge,
            ServerProperties server,
            ServedConnections served,
            RefusedRequests refused) {
        return new ServerEdge(web, connections, edge, server, served, refused);
    }
}
