package io.dronedelivery.gateway;

import io.dronedelivery.gateway.check.GatewayCommand;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * Starts the gateway; its settings are in {@code gateway.yml} and, over them, in {@code application.yml}. The endpoints that come with the
 * product are in {@code gateway-sample/true.yml}. With {@code check} or {@code plan} as the first argument it starts nothing, see {@link
 * GatewayCommand}.
 */
@SpringBootApplication(
        proxyBeanMethods = false,
        // Its endpoints are no controllers: it asks their callers itself, before anything else is done for a request.
        excludeName = "io.dronedelivery.servicekit.security.ServiceSecurityAutoConfiguration")
public class GatewayApplication {

    public static void main(String[] args) {
        if (GatewayCommand.isOne(args)) {
            System.exit(GatewayCommand.run(args));
        }
        builder().run(args);
    }

    /** The application, not yet started, so that a launcher can give it further settings. */
    public static SpringApplicationBuilder builder() {
        return builder(GatewayApplication.class);
    }

    /** An application that reads the same settings, and consists of something else. */
    public static SpringApplicationBuilder builder(Class<?> source) {
        return new SpringApplicationBuilder(source)
                .initializers(new ManagementPort())
                .properties("spring.config.name=gateway,application");
    }
}
