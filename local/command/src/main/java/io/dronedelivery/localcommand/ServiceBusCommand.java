package io.dronedelivery.localcommand;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "service-bus",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        sortOptions = false,
        description = "Azure Service Bus: AMQP 1.0, and HTTP for administration clients.")
final class ServiceBusCommand extends StandInCommand {

    @Mixin
    private final PortOption port = new PortOption(ServiceBusStandIn.PORT);

    @Mixin
    private final ServiceBusStandIn bus = new ServiceBusStandIn();

    @Mixin
    private final StandInOptions service = new StandInOptions();

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Stores everything there. Default: in memory only.")
    private @Nullable Path data;

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(bus.at(PortOption.NAME, port.port, network, service.tlsDirectory, service.faults, data));
    }
}
