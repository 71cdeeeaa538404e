package io.dronedelivery.localcommand;

import io.dronedelivery.localblob.LocalBlob;
import java.util.List;

/** The stand-in for Blob Storage, which has no options but its port. */
final class BlobStandIn {

    static final String PORT = "10000";

    private BlobStandIn() {}

    static StandIn at(String option, int port, NetworkOptions network) {
        return new StandIn(
                List.of(new StandIn.Listener(option, port, "Azurite or another drone-delivery-local")), () -> {
                    LocalBlob blob = LocalBlob.start(
                            o -> o.port(port).address(network.bind).advertisedHost(network.advertisedHost));
                    return new StandIn.StartedStandIn(
                            "blob ready: connection-string=" + blob.connectionString(), blob.connectionString(), blob);
                });
    }
}
