package io.dronedelivery.benchmarks.cpu;

import io.dronedelivery.benchmarks.machine.JvmProcess;
import io.dronedelivery.benchmarks.peers.StaticBackend;
import io.dronedelivery.benchmarks.peers.TelemetryEndpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every process of a run: the backend first, then the aggregators in the order of the report. */
final class Cast implements AutoCloseable {

    private final JvmProcess backend;
    private @Nullable JvmProcess telemetry;
    private final List<Aggregator> aggregators = new ArrayList<>();

    private Cast(JvmProcess backend) {
        this.backend = backend;
    }

    static Cast start(Options options) throws IOException, InterruptedException {
        Cast cast = new Cast(JvmProcess.start(
                "static-backend", StaticBackend.class.getName(), List.of(), options.jvmFlags(), options.output()));
        try {
            cast.startAggregators(options);
            return cast;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cast.close();
            throw e;
        }
    }

    private void startAggregators(Options options) throws IOException, InterruptedException {
        int telemetryPort = options.aggregators().contains(Peer.TELEMETRY) ? startTelemetry(options) : 0;
        for (String name : options.aggregators()) {
            aggregators.add(Aggregator.start(Peer.of(name, backend.port(), telemetryPort, options), options));
        }
    }

    private int startTelemetry(Options options) throws IOException, InterruptedException {
        JvmProcess endpoint = JvmProcess.start(
                "telemetry-endpoint",
                TelemetryEndpoint.class.getName(),
                List.of(),
                options.jvmFlags(),
                options.output());
        telemetry = endpoint;
        return endpoint.port();
    }

    List<Aggregator> aggregators() {
        return List.copyOf(aggregators);
    }

    @Override
    public void close() {
        aggregators.forEach(Aggregator::close);
        if (telemetry != null) {
            telemetry.close();
        }
        backend.close();
    }
}
