package io.dronedelivery.delivery;

import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** Starts the delivery service. Its defaults are in {@code delivery-service.yml}; {@code application.yml} overrides them. */
@SpringBootApplication(proxyBeanMethods = false)
public class DeliveryServiceApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application before its start, so that a launcher can add settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(DeliveryServiceApplication.class)
                .properties("spring.config.name=delivery-service,application");
    }

    @Bean
    DocumentContainer deliveries(CosmosContainers containers) {
        return containers.get("deliveries");
    }
}
