package io.dronedelivery.gateway;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Starts the gateway; its settings are in {@code gateway.yml} and, over them, in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
public class GatewayApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application, not yet started, so that a launcher can give it further settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(GatewayApplication.class)
                .properties("spring.config.name=gateway,application");
    }
}
