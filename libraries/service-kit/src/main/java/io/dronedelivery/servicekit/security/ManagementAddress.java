package io.dronedelivery.servicekit.security;

import java.net.InetAddress;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * The management port listens on loopback alone unless {@code management.server.address} says otherwise. Whether it may say so is
 * decided by {@link ListeningAddress}.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementAddress {

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> loopbackByDefault(ManagementServerProperties management) {
        return server -> {
            if (management.getAddress() == null) {
                server.setAddress(InetAddress.getLoopbackAddress());
            }
        };
    }
}
