package io.dronedelivery.benchmarks.cpu;

import io.dronedelivery.benchmarks.peers.StaticBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Every process of a run: the backend first, then the aggregators in the order of the report. */
final class Cast implements AutoCloseable {

    private final JvmProcess backend;
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
        for (String name : options.aggregators()) {
            aggregators.add(Aggregator.start(Peer.of(name, backend.port(), options), options));
        }
    }

    List<Aggregator> aggregators() {
        return List.copyOf(aggregators);
    }

    @Override
    public void close() {
        aggregators.forEach(Aggregator::close);
        backend.close();
    }
}
