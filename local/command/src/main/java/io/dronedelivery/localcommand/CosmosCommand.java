package io.dronedelivery.localcommand;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "cosmos",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        sortOptions = false,
        description = "Azure Cosmos DB for NoSQL, for SDKs in gateway mode.")
final class CosmosCommand extends StandInCommand {

    @Mixin
    private final PortOption port = new PortOption(CosmosStandIn.PORT);

    @Mixin
    private final CosmosStandIn cosmos = new CosmosStandIn();

    @Mixin
    private final StandInOptions service = new StandInOptions();

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Stores everything there. Default: in memory only.")
    private @Nullable Path data;

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(cosmos.at(PortOption.NAME, port.port, network, service.tlsDirectory, service.faults, data));
    }
}
