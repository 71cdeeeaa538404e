package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.lab.kit.process.JvmProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway as it comes, with one more aggregation, of the three parts of a {@link StaticBackend}; the rest of its configuration is untouched. */
public final class StandaloneGateway {

    /** Before the path of an aggregate as the aggregators beside it have it. */
    public static final String PREFIX = "/benchmark";

    private StandaloneGateway() {}

    /**
     * The gateway, which listens on a free port of the loopback address.
     *
     * @param jar that has it; null for the classes of this build
     * @param backendPort where the parts are
     * @param settings beside the usual ones, as arguments
     * @throws IOException when the jar cannot be read
     */
    public static JvmProgram program(@Nullable Path jar, int backendPort, List<String> settings) throws IOException {
        List<String> arguments = new ArrayList<>(jar == null ? arguments(backendPort) : usual(backendPort));
        arguments.addAll(settings);
        return jar == null
                ? JvmProgram.ofClass(GatewayApplication.class.getName(), arguments)
                : JvmProgram.ofJar(jar, arguments);
    }

    /** Its arguments when it runs on the class path of this JVM. @param backendPort where the parts are */
    public static List<String> arguments(int backendPort) {
        List<String> arguments = new ArrayList<>(usual(backendPort));
        arguments.add("--spring.autoconfigure.exclude=" + ForeignLibraries.autoConfigurations());
        // The line with the port must come, whatever the class path says of the log.
        arguments.add("--logging.level.org.springframework.boot.reactor.netty=info");
        return arguments;
    }

    private static List<String> usual(int backendPort) {
        return List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--management.server.port=0",
                "--spring.config.additional-location=" + StandaloneGateway.class.getResource("/three-parts.yml"),
                "--benchmark.port=" + backendPort,
                "--benchmark.backend=http://127.0.0.1:" + backendPort);
    }
}
