package io.dronedelivery.servicekit.web;

import io.netty.channel.ChannelPipeline;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** The edge of a service: what is done with each request before Spring routes it. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties(WebProperties.class)
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
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> problemsForRefusals(WebProperties properties) {
        RefusalHandler handler = new RefusalHandler(new ResponseHeaders(properties.responseHeaders()));
        return factory -> factory.addServerCustomizers(server -> install(handler, server));
    }

    private static HttpServer install(RefusalHandler handler, HttpServer server) {
        return server.doOnChannelInit((observer, channel, remoteAddress) -> {
            ChannelPipeline pipeline = channel.pipeline();
            if (pipeline.get(NettyPipeline.HttpTrafficHandler) != null) {
                pipeline.addBefore(NettyPipeline.HttpTrafficHandler, "problemsForRefusals", handler);
            }
        });
    }
}
