package io.dronedelivery.localstack.application;

import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;

/**
 * The applications.
 *
 * <p>Here they share one class path. Each would find the libraries of the others on it and auto-configure them, so each excludes the
 * libraries that it does not use.
 */
public enum Application {
    GATEWAY(
            "gateway",
            GatewayApplication::builder,
            List.of(Library.COSMOS, Library.POSTGRES, Library.AZURE, Library.MESSAGING)),
    DELIVERY_SERVICE(
            "delivery-service", DeliveryServiceApplication::builder, List.of(Library.POSTGRES, Library.OPEN_API)),
    DRONE_SERVICE("drone-service", DroneServiceApplication::builder, List.of(Library.POSTGRES, Library.OPEN_API)),
    INVOICE_SERVICE("invoice-service", InvoiceServiceApplication::builder, List.of(Library.COSMOS, Library.OPEN_API));

    private final String label;
    private final Supplier<SpringApplicationBuilder> builder;
    private final List<Library> foreign;

    Application(String label, Supplier<SpringApplicationBuilder> builder, List<Library> foreign) {
        this.label = label;
        this.builder = builder;
        this.foreign = foreign;
    }

    /** The application's name everywhere: module, settings file, thread names, log. */
    public String label() {
        return label;
    }

    SpringApplicationBuilder builder() {
        return builder.get();
    }

    /** The value of {@code spring.autoconfigure.exclude}: the auto-configurations of all foreign libraries. */
    public String exclusions() {
        Iterable<String> candidates =
                ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader());
        return StreamSupport.stream(candidates.spliterator(), false)
                .filter(candidate -> foreign.stream().anyMatch(library -> library.configures(candidate)))
                .collect(Collectors.joining(","));
    }

    /** A library with auto-configurations, by their packages. */
    private enum Library {
        POSTGRES(
                "org.springframework.boot.r2dbc.autoconfigure.",
                "org.springframework.boot.flyway.autoconfigure.",
                "org.springframework.boot.jdbc.autoconfigure.",
                "org.springframework.boot.sql.autoconfigure."),
        COSMOS("com.azure.spring.cloud.autoconfigure.implementation.cosmos.", "io.dronedelivery.cosmosaccess."),
        AZURE("com.azure.spring."),
        MESSAGING(
                "io.dronedelivery.messaging.",
                "org.springframework.boot.integration.autoconfigure.",
                "org.springframework.boot.kafka.autoconfigure.",
                "org.springframework.cloud.function.",
                "org.springframework.cloud.stream."),
        OPEN_API("org.springdoc.");

        private final List<String> packages;

        Library(String... packages) {
            this.packages = List.of(packages);
        }

        boolean configures(String autoConfiguration) {
            return packages.stream().anyMatch(autoConfiguration::startsWith);
        }
    }
}
