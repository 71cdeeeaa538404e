package io.dronedelivery.localstack.promise;

import io.dronedelivery.localstack.application.Application;
import java.util.Optional;

/** What is killed, stopped and started again. */
enum Part {
    GATEWAY(Application.GATEWAY, "io.dronedelivery.gateway.GatewayApplication"),
    DELIVERY_SERVICE(Application.DELIVERY_SERVICE, "io.dronedelivery.delivery.DeliveryServiceApplication"),
    DRONE_SERVICE(Application.DRONE_SERVICE, "io.dronedelivery.drone.DroneServiceApplication"),
    INVOICE_SERVICE(Application.INVOICE_SERVICE, "io.dronedelivery.invoice.InvoiceServiceApplication"),
    BROKER(null, "");

    private final Application application;
    private final String mainClass;

    Part(Application application, String mainClass) {
        this.application = application;
        this.mainClass = mainClass;
    }

    /** Its name; that of a service is also the name of its consumer groups. */
    String label() {
        return application == null ? "broker" : application.label();
    }

    Optional<Application> application() {
        return Optional.ofNullable(application);
    }

    String mainClass() {
        return mainClass;
    }
}
