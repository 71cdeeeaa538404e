package io.dronedelivery.localcommand;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "service-bus", description = "Azure Service Bus: AMQP 1.0, and HTTP for administration clients.")
final class ServiceBusCommand extends StandInCommand {

    @Mixin
    private final PortOption port = new PortOption(ServiceBusStandIn.PORT);

    @Mixin
    private final ServiceBusStandIn bus = new ServiceBusStandIn();

    @Mixin
    private final StandInOptions service = new StandInOptions();

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(bus.at(PortOption.NAME, port.port, network, service));
    }
}
