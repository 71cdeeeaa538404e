package io.dronedelivery.localstack.run;

import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The instances of all applications. The first instance of each has the ports of the options; further ones have free ports. */
final class ApplicationInstances {

    private final Map<Application, List<ApplicationInstance>> instances;

    private ApplicationInstances(Map<Application, List<ApplicationInstance>> instances) {
        this.instances = instances;
    }

    static ApplicationInstances at(Ports ports, LocalOptions options) throws IOException {
        Map<Application, List<ApplicationInstance>> instances = new EnumMap<>(Application.class);
        for (Application application : Application.values()) {
            int count = options.processes()
                    .map(processes -> processes.of(application))
                    .orElse(1);
            instances.put(application, of(application, count, ports));
        }
        return new ApplicationInstances(instances);
    }

    List<ApplicationInstance> of(Application application) {
        return instances.getOrDefault(application, List.of());
    }

    /** All instances in the order for display. */
    List<ApplicationInstance> all() {
        return instances.values().stream().flatMap(List::stream).toList();
    }

    private static List<ApplicationInstance> of(Application application, int count, Ports ports) throws IOException {
        List<ApplicationInstance> all = new ArrayList<>();
        String name = application.label();
        all.add(new ApplicationInstance(
                application,
                count == 1 ? name : name + "-1",
                portOf(application, ports),
                managementPortOf(application, ports.management())));
        for (int number = 2; number <= count; number++) {
            List<Integer> free = ClaimedPorts.several(2);
            all.add(new ApplicationInstance(application, name + "-" + number, free.get(0), free.get(1)));
        }
        return List.copyOf(all);
    }

    private static int portOf(Application application, Ports ports) {
        return switch (application) {
            case GATEWAY -> ports.gateway();
            case DELIVERY_SERVICE -> ports.deliveryService();
            case DRONE_SERVICE -> ports.droneService();
            case INVOICE_SERVICE -> ports.invoiceService();
        };
    }

    private static int managementPortOf(Application application, Management ports) {
        return switch (application) {
            case GATEWAY -> ports.gateway();
            case DELIVERY_SERVICE -> ports.deliveryService();
            case DRONE_SERVICE -> ports.droneService();
            case INVOICE_SERVICE -> ports.invoiceService();
        };
    }
}
