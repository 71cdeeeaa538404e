package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.peers.StandaloneGateway;
import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmFlags;
import io.dronedelivery.lab.kit.process.JvmProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway whose callers are measured: one that runs already, or one that is started for it, with its backend, in a JVM each. */
final class GatewayUnderTest implements AutoCloseable {

    /** What is asked of it, see {@link LoadTarget}. */
    static final String MONTH = StandaloneGateway.PREFIX + "/api/v1/owners/o-{n}/invoices/2026/11";

    /** Where the static backend is, in the gateway's settings. */
    static final String BACKEND = "${benchmark.backend}";

    private static final List<String> JVM_FLAGS = JvmFlags.withHeap("512m");

    private final String url;
    private final List<Jvm> processes;

    private GatewayUnderTest(String url, List<Jvm> processes) {
        this.url = url;
        this.processes = processes;
    }

    /**
     * @param url of a gateway that runs already; empty to start one
     * @param logs where the logs of what is started go
     */
    static GatewayUnderTest start(String url, Path logs) throws IOException, InterruptedException {
        return url.isEmpty() ? start(null, logs, List.of()) : new GatewayUnderTest(url, List.of());
    }

    /**
     * A gateway that this program starts.
     *
     * @param jar the gateway's; null for the classes of this build
     * @param logs where the logs of what is started go
     * @param settings beside the usual ones, as arguments; in them {@link #BACKEND} is where the backend is
     */
    static GatewayUnderTest start(@Nullable Path jar, Path logs, List<String> settings)
            throws IOException, InterruptedException {
        List<Jvm> processes = new ArrayList<>();
        try {
            Jvm backend = Jvm.server(
                    "static-backend", JvmProgram.ofClass(StaticBackend.class.getName(), List.of()), JVM_FLAGS, logs);
            processes.add(backend);
            JvmProgram program = StandaloneGateway.program(jar, backend.port(), settings);
            Jvm gateway = Jvm.server("gateway", program, JVM_FLAGS, logs);
            processes.add(gateway);
            return new GatewayUnderTest("http://127.0.0.1:" + gateway.port() + MONTH, processes);
        } catch (IOException | InterruptedException | RuntimeException e) {
            processes.forEach(Jvm::close);
            throw e;
        }
    }

    /** What its callers ask, see {@link LoadTarget}. */
    String url() {
        return url;
    }

    /** Another path of a gateway that this program started. */
    String url(String path) {
        return "http://127.0.0.1:" + processes.get(1).port() + path;
    }

    /** The URL of the meters of a gateway that this program started. */
    URI meters() throws IOException, InterruptedException {
        return URI.create("http://127.0.0.1:" + processes.get(1).port(1) + "/actuator/prometheus");
    }

    /** The port of the static backend of a gateway that this program started. */
    int backendPort() {
        return processes.get(0).port();
    }

    @Override
    public void close() {
        List<Jvm> gatewayFirst = new ArrayList<>(processes);
        Collections.reverse(gatewayFirst);
        gatewayFirst.forEach(Jvm::close);
    }
}
