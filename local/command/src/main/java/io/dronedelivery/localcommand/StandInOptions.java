package io.dronedelivery.localcommand;

import io.dronedelivery.localkit.FaultOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that Cosmos DB and Service Bus share. */
final class StandInOptions {

    @Option(
            names = "--tls-dir",
            paramLabel = "DIR",
            description = "Accepts TLS, too, and writes the certificate there, for clients to trust.")
    @Nullable
    Path tlsDirectory;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description =
                    "Begins a fault at the start, such as 429,times=3 or lock-lost,for=30s; repeatable. See POST /faults.")
    List<String> faults = new ArrayList<>();

    /**
     * The faults of one of several stand-ins.
     *
     * @param kinds those that it knows
     * @param all those that any of them knows
     * @throws IllegalArgumentException for a kind that none knows
     */
    List<String> faults(Collection<String> kinds, Collection<String> all) {
        return faults.stream()
                .filter(fault -> kinds.contains(FaultOrder.known("fault", FaultOrder.kindOf(fault), all)))
                .toList();
    }
}
