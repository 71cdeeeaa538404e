package io.dronedelivery.drone;

import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** Starts the drone service. Its defaults are in {@code drone-service.yml}; {@code application.yml} overrides them. */
@SpringBootApplication(proxyBeanMethods = false)
public class DroneServiceApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application before its start, so that a launcher can add settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(DroneServiceApplication.class)
                .properties("spring.config.name=drone-service,application");
    }

    @Bean
    DocumentContainer flights(CosmosContainers containers) {
        return containers.get("flights");
    }
}
