package io.dronedelivery.benchmarks.peers;

import io.dronedelivery.gateway.GatewayApplication;
import java.util.List;

/** The gateway as it comes, with one more aggregation, of the three parts of a {@link StaticBackend}; the rest of its configuration is untouched. */
public final class StandaloneGateway {

    /** The class that starts it. */
    public static final String MAIN = GatewayApplication.class.getName();

    /** Before the path of an aggregate as the aggregators beside it have it. */
    public static final String PREFIX = "/benchmark";

    private StandaloneGateway() {}

    /**
     * Arguments of {@link #MAIN}: it listens on a free port of the loopback address.
     *
     * @param backendPort where the parts are
     */
    public static List<String> arguments(int backendPort) {
        return List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--management.server.port=0",
                "--spring.config.additional-location=classpath:three-parts.yml",
                "--spring.autoconfigure.exclude=" + ForeignLibraries.autoConfigurations(),
                "--benchmark.backend=http://127.0.0.1:" + backendPort);
    }
}
