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

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Stores everything there, all in a directory for each. Default: in memory only.")
    @Nullable
    Path data;

    /**
     * The options of one of several stand-ins.
     *
     * @param directory of its data
     * @param kinds of faults that it knows
     * @param all those that any of them knows
     * @throws IllegalArgumentException for a kind that none knows
     */
    StandInOptions partOf(String directory, Collection<String> kinds, Collection<String> all) {
        StandInOptions part = new StandInOptions();
        part.tlsDirectory = tlsDirectory;
        part.data = data == null ? null : data.resolve(directory);
        faults.stream()
                .filter(fault -> kinds.contains(FaultOrder.known("fault", FaultOrder.kindOf(fault), all)))
                .forEach(part.faults::add);
        return part;
    }
}
