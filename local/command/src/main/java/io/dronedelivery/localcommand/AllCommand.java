package io.dronedelivery.localcommand;

import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localservicebus.InjectedFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts all of them in one JVM. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        sortOptions = false,
        description = "Cosmos DB, Service Bus and Blob Storage in one process.")
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

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Stores Cosmos DB and Service Bus there, each in a directory. Default: in memory only.")
    private @Nullable Path data;

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        Set<String> ofCosmos = LocalCosmos.faultKinds();
        Set<String> ofBus = InjectedFaults.kinds();
        List<String> all = Stream.concat(ofCosmos.stream(), ofBus.stream()).toList();
        return List.of(
                cosmos.at(
                        COSMOS_PORT,
                        cosmosPort,
                        network,
                        service.tlsDirectory,
                        service.faults(ofCosmos, all),
                        directory("cosmos")),
                bus.at(
                        SERVICE_BUS_PORT,
                        serviceBusPort,
                        network,
                        service.tlsDirectory,
                        service.faults(ofBus, all),
                        directory("service-bus")),
                BlobStandIn.at(BLOB_PORT, blobPort, network));
    }

    private @Nullable Path directory(String name) {
        return data == null ? null : data.resolve(name);
    }
}
