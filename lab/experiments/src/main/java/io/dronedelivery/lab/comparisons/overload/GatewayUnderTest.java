package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.peers.StandaloneGateway;
import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmFlags;
import io.dronedelivery.lab.kit.process.JvmProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gateway whose callers are measured, and its backend, in a JVM each.
 *
 * @param backend a {@link StaticBackend}
 */
record GatewayUnderTest(Jvm backend, Jvm gateway) {

    /** What is asked of it, see {@link LoadTarget}. */
    static final String MONTH = StandaloneGateway.PREFIX + "/api/v1/owners/o-{n}/invoices/2026/11";

    /** Where the static backend is, in the gateway's settings. */
    static final String BACKEND = "${benchmark.backend}";

    private static final List<String> JVM_FLAGS = JvmFlags.withHeap("512m");

    /**
     * Starts it.
     *
     * @param jar the gateway's; null for the classes of this build
     * @param logs where the logs of what is started go
     * @param settings beside the usual ones, as arguments; in them {@link #BACKEND} is where the backend is
     */
    static GatewayUnderTest start(Children children, @Nullable Path jar, Path logs, List<String> settings)
            throws IOException, InterruptedException {
        Jvm backend = children.server("static-backend", StaticBackend.class, List.of(), JVM_FLAGS, logs);
        JvmProgram program = StandaloneGateway.program(jar, backend.port(), settings);
        return new GatewayUnderTest(backend, children.server("gateway", program, JVM_FLAGS, logs));
    }

    String url(String path) {
        return "http://127.0.0.1:" + gateway.port() + path;
    }

    /** The address of the meters. */
    URI meters() throws IOException, InterruptedException {
        return URI.create("http://127.0.0.1:" + gateway.port(1));
    }
}
