package io.dronedelivery.localcommand;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "blob", description = "Azure Blob Storage: block blobs, in memory.")
final class BlobCommand extends StandInCommand {

    @Mixin
    private final PortOption port = new PortOption(BlobStandIn.PORT);

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(BlobStandIn.at(PortOption.NAME, port.port, network));
    }
}
