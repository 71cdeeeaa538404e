package io.dronedelivery.delivery;

import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** Starts the delivery service; its settings are in {@code delivery-service.yml} and, over them, in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
public class DeliveryServiceApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application, not yet started, so that a launcher can give it further settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(DeliveryServiceApplication.class)
                .properties("spring.config.name=delivery-service,application");
    }

    @Bean
    DocumentContainer deliveries(CosmosContainers containers) {
        return containers.get("deliveries");
    }
}
