package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The bare aggregator once more, written by hand in Rust on hyper: what a request costs without a JVM. */
public final class HyperAggregator {

    private static final Path MANIFEST = Path.of("src", "main", "peers", "hyper", "Cargo.toml");
    private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(10);

    private HyperAggregator() {}

    /**
     * Compiles it, which takes a minute the first time.
     *
     * @param directory takes the compiler's log and what it makes
     * @return the command that starts it
     * @throws IllegalArgumentException when this machine has no cargo
     * @throws IOException when it does not compile
     */
    public static List<String> command(Children children, int backendPort, Path directory)
            throws IOException, InterruptedException {
        Path target = directory.resolve("hyper").toAbsolutePath();
        Path log = directory.resolve("hyper-build.log");
        if (compile(children, target, log) != 0) {
            throw new IOException("hyper does not compile; see " + log);
        }
        List<String> command = new ArrayList<>();
        command.add(target.resolve("release").resolve("hyper-aggregator").toString());
        command.add(Integer.toString(backendPort));
        for (AggregatedPart part : AggregatedPart.values()) {
            command.add(part.key());
            command.add(part.uri());
        }
        return command;
    }

    private static int compile(Children children, Path target, Path log) throws IOException, InterruptedException {
        List<String> cargo = List.of(
                "cargo",
                "build",
                "--release",
                "--manifest-path",
                MANIFEST.toString(),
                "--target-dir",
                target.toString());
        try {
            return children.runCommand("cargo", cargo, log, BUILD_TIMEOUT);
        } catch (IOException e) {
            throw new IllegalArgumentException("hyper needs cargo on the PATH", e);
        }
    }
}
