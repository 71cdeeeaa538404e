package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bare aggregator once more, as a program that is no JVM: what a request costs without one. */
public enum NativeAggregator {
    /** By hand in Rust on hyper. To compile it takes a minute the first time. */
    HYPER("hyper, by hand in Rust") {
        @Override
        public List<String> command(Children children, int backendPort, Path directory)
                throws IOException, InterruptedException {
            Path target = directory.resolve("hyper").toAbsolutePath();
            Path manifest = SOURCES.resolve("hyper").resolve("Cargo.toml");
            List<String> cargo =
                    List.of("cargo", "build", "--release", "--manifest-path=" + manifest, "--target-dir=" + target);
            prepare(children, cargo, directory.resolve("hyper-build.log"), "hyper does not compile");
            List<String> command = new ArrayList<>(List.of(target + "/release/hyper-aggregator", "" + backendPort));
            for (AggregatedPart part : AggregatedPart.values()) {
                command.add(part.key());
                command.add(part.uri());
            }
            return command;
        }
    },

    /** On nginx with Lua, in its single process. */
    NGINX("nginx with Lua") {
        @Override
        public List<String> command(Children children, int backendPort, Path directory)
                throws IOException, InterruptedException {
            Path folder = Files.createDirectories(directory.resolve("nginx")).toAbsolutePath();
            String parts = Stream.of(AggregatedPart.values())
                    .map(part -> "{ '%s', '%s' }".formatted(part.key(), part.uri()))
                    .collect(Collectors.joining(", "));
            String configuration = Files.readString(SOURCES.resolve("nginx").resolve("nginx.conf"))
                    .replace("@folder@", folder.toString())
                    .replace("@port@", Integer.toString(FreePorts.one()))
                    .replace("@backend-port@", Integer.toString(backendPort))
                    .replace("@parts@", parts);
            Path file = Files.writeString(folder.resolve("nginx.conf"), configuration);
            List<String> check = List.of("nginx", "-t", "-c", file.toString());
            String refused = "nginx refuses its configuration, as it does without its Lua module";
            prepare(children, check, directory.resolve("nginx-check.log"), refused);
            return List.of("nginx", "-c", file.toString());
        }
    };

    private static final Path SOURCES = Path.of("src", "main", "peers");
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final String title;

    NativeAggregator(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /**
     * Makes what it needs.
     *
     * @param directory takes that, and a log
     * @return the command that starts it
     * @throws IllegalArgumentException when a program is missing on this machine
     * @throws IOException when it cannot be made here
     */
    public abstract List<String> command(Children children, int backendPort, Path directory)
            throws IOException, InterruptedException;

    private static void prepare(Children children, List<String> command, Path log, String failure)
            throws IOException, InterruptedException {
        String program = command.get(0);
        try {
            if (children.runCommand(program, command, log, TIMEOUT) == 0) {
                return;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("There is no " + program + " on the PATH", e);
        }
        throw new IOException(failure + "; see " + log);
    }
}
