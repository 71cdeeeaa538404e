package io.dronedelivery.localcommand;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts Cosmos DB. */
@Command(
        name = "cosmos",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        sortOptions = false,
        description = "Azure Cosmos DB for NoSQL, for SDKs in gateway mode.")
final class CosmosCommand extends StandInCommand {

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = CosmosStandIn.PORT,
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}; 0 takes a free one.")
    private int port;

    @Mixin
    private final CosmosStandIn cosmos = new CosmosStandIn();

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Stores everything there. Default: in memory only.")
    private @Nullable Path data;

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(cosmos.at("--port", port, network, data));
    }
}
