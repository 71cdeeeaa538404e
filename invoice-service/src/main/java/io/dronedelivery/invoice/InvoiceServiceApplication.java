package io.dronedelivery.invoice;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Starts the invoice service; its settings are in {@code invoice-service.yml} and, over them, in {@code application.yml}. */
@SpringBootApplication(proxyBeanMethods = false)
public class InvoiceServiceApplication {

    public static void main(String[] args) {
        builder().run(args);
    }

    /** The application, not yet started, so that a launcher can give it further settings. */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(InvoiceServiceApplication.class)
                .properties("spring.config.name=invoice-service,application");
    }
}
