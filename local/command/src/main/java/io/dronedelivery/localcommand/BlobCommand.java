package io.dronedelivery.localcommand;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts Blob Storage. */
@Command(
        name = "blob",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        sortOptions = false,
        description = "Azure Blob Storage: block blobs, in memory.")
final class BlobCommand extends StandInCommand {

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = BlobStandIn.PORT,
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}; 0 takes a free one.")
    private int port;

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(BlobStandIn.at("--port", port, network));
    }
}
