package io.dronedelivery.localcommand;

import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localservicebus.InjectedFaults;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts all of them in one JVM. */
@Command(name = "all", description = "Cosmos DB, Service Bus and Blob Storage in one process.")
final class AllCommand extends StandInCommand {

    private static final String COSMOS_PORT = "--cosmos-port";
    private static final String SERVICE_BUS_PORT = "--service-bus-port";
    private static final String BLOB_PORT = "--blob-port";

    @Option(
            names = COSMOS_PORT,
            paramLabel = "PORT",
            defaultValue = CosmosStandIn.PORT,
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}; 0 takes a free one, as with the other ports.")
    private int cosmosPort;

    @Option(
            names = SERVICE_BUS_PORT,
            paramLabel = "PORT",
            defaultValue = ServiceBusStandIn.PORT,
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}.")
    private int serviceBusPort;

    @Option(
            names = BLOB_PORT,
            paramLabel = "PORT",
            defaultValue = BlobStandIn.PORT,
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}.")
    private int blobPort;

    @Mixin
    private final ServiceBusStandIn bus = new ServiceBusStandIn();

    @Mixin
    private final StandInOptions service = new StandInOptions();

    @Mixin
    private final CosmosStandIn cosmos = new CosmosStandIn();

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        Set<String> ofCosmos = LocalCosmos.faultKinds();
        Set<String> ofBus = InjectedFaults.kinds();
        List<String> all = Stream.concat(ofCosmos.stream(), ofBus.stream()).toList();
        return List.of(
                cosmos.at(COSMOS_PORT, cosmosPort, network, service.partOf("cosmos", ofCosmos, all)),
                bus.at(SERVICE_BUS_PORT, serviceBusPort, network, service.partOf("service-bus", ofBus, all)),
                BlobStandIn.at(BLOB_PORT, blobPort, network));
    }
}
