package io.dronedelivery.localcommand;

import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.localservicebus.LocalServiceBusOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the stand-in for Service Bus. */
final class ServiceBusStandIn {

    static final String PORT = "5672";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Entities in the format of Config.json of Microsoft's emulator, comments included.")
    private @Nullable Path config;

    @Option(names = "--queue", paramLabel = "NAME", description = "Creates a queue with Azure's defaults; repeatable.")
    private List<String> queues = new ArrayList<>();

    @Option(
            names = "--topic",
            paramLabel = "TOPIC[/SUBSCRIPTION]",
            description = "Creates a topic, with a subscription to everything; repeatable.")
    private List<String> topics = new ArrayList<>();

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            defaultValue = "5300",
            converter = NetworkOptions.Port.class,
            description =
                    "A second port, where Microsoft's emulator has its administration. Default: ${DEFAULT-VALUE}.")
    private int managementPort;

    StandIn at(String option, int port, NetworkOptions network, StandInOptions service) {
        return new StandIn(
                List.of(
                        new StandIn.Listener(
                                option, port, "RabbitMQ, an emulator of Service Bus or another drone-delivery-local"),
                        new StandIn.Listener(
                                "--management-port",
                                managementPort,
                                "an emulator of Service Bus or another drone-delivery-local")),
                () -> {
                    LocalServiceBus bus = LocalServiceBus.start(o -> {
                        o.port(port)
                                .managementPort(managementPort)
                                .address(network.bind)
                                .advertisedHost(network.advertisedHost);
                        if (service.data != null) {
                            o.dataDirectory(service.data);
                        }
                        if (service.tlsDirectory != null) {
                            o.tls(service.tlsDirectory);
                        }
                        entities(o);
                        service.faults.forEach(o::fault);
                    });
                    return new StandIn.StartedStandIn(
                            "service-bus ready: connection-string=" + bus.connectionString() + " administration=http://"
                                    + network.advertisedHost + ":" + bus.managementPort() + "/",
                            bus.connectionString(),
                            bus);
                });
    }

    private void entities(LocalServiceBusOptions options) {
        if (config != null) {
            options.config(config);
        }
        queues.forEach(options::queue);
        Map<String, List<String>> subscriptions = new LinkedHashMap<>();
        for (String path : topics) {
            int slash = path.lastIndexOf('/');
            List<String> ofTopic = subscriptions.computeIfAbsent(
                    slash < 0 ? path : path.substring(0, slash), name -> new ArrayList<>());
            if (slash >= 0) {
                ofTopic.add(path.substring(slash + 1));
            }
        }
        subscriptions.forEach((topic, names) ->
                options.topic(topic, t -> names.forEach(name -> t.subscription(name, s -> {}))));
    }
}
