package io.dronedelivery.servicekit.web;

import java.util.Objects;
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
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties({WebProperties.class, ConnectionProperties.class, EdgeProperties.class})
class WebAutoConfiguration {

    WebAutoConfiguration() {
        LateErrors.install();
    }

    @Bean
    RefusedRequests refusedRequests() {
        return new RefusedRequests();
    }

    @Bean
    RequestFilter requestFilter(WebProperties properties, RefusedRequests refused) {
        return new RequestFilter(
                new ResponseHeaders(properties.responseHeaders()),
                new RequestBodyLimit(properties.maxRequestBody()),
                refused);
    }

    /** Spring Boot makes the handler of the base path by itself and asks nobody about it. */
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
