package io.dronedelivery.promise.cluster;

import io.dronedelivery.localstack.application.Application;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is killed, stopped and started again. */
public enum ClusterPart {
    BROKER(null, ""),
    DELIVERY_SERVICE(Application.DELIVERY_SERVICE, "io.dronedelivery.delivery.DeliveryServiceApplication"),
    DRONE_SERVICE(Application.DRONE_SERVICE, "io.dronedelivery.drone.DroneServiceApplication"),
    INVOICE_SERVICE(Application.INVOICE_SERVICE, "io.dronedelivery.invoice.InvoiceServiceApplication"),
    GATEWAY(Application.GATEWAY, "io.dronedelivery.gateway.GatewayApplication");

    private final @Nullable Application application;
    private final String mainClass;

    ClusterPart(@Nullable Application application, String mainClass) {
        this.application = application;
        this.mainClass = mainClass;
    }

    /** Those behind the gateway. */
    public static List<ClusterPart> services() {
        return List.of(DELIVERY_SERVICE, DRONE_SERVICE, INVOICE_SERVICE);
    }

    static List<ClusterPart> applications() {
        return Stream.concat(services().stream(), Stream.of(GATEWAY)).toList();
    }

    /** Its name; that of a service is also the name of its consumer groups. */
    public String label() {
        return application == null ? "broker" : application.label();
    }

    String mainClass() {
        return mainClass;
    }

    /** The libraries on the class path that are none of its business. */
    String exclusions() {
        return application == null ? "" : application.exclusions();
    }
}
