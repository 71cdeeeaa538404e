package io.dronedelivery.invoice;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Starts the invoice service. Its defaults are in {@code invoice-service.yml}; {@code application.yml} overrides them. */
@SpringBootApplication(proxyBeanMethods = false)
public class InvoiceServiceApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application before its start, so that a launcher can add settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(InvoiceServiceApplication.class)
                .properties("spring.config.name=invoice-service,application");
    }
}
