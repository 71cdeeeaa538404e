package io.dronedelivery.localcommand;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "cosmos", description = "Azure Cosmos DB for NoSQL, for SDKs in gateway mode.")
final class CosmosCommand extends StandInCommand {

    @Mixin
    private final PortOption port = new PortOption(CosmosStandIn.PORT);

    @Mixin
    private final CosmosStandIn cosmos = new CosmosStandIn();

    @Mixin
    private final StandInOptions service = new StandInOptions();

    @Override
    List<StandIn> standIns(NetworkOptions network) {
        return List.of(cosmos.at(PortOption.NAME, port.port, network, service));
    }
}
