package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import io.dronedelivery.lab.comparisons.peers.TelemetryEndpoint;
import io.dronedelivery.lab.comparisons.peers.TokenIssuer;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** Every process of a run: the backend first, then the aggregators in the order of the report. */
final class Cast implements AutoCloseable {

    private final Jvm backend;
    private final List<Jvm> others = new ArrayList<>();
    private final List<Aggregator> aggregators = new ArrayList<>();

    private Cast(Jvm backend) {
        this.backend = backend;
    }

    static Cast start(CpuOptions options) throws IOException, InterruptedException {
        Cast cast = new Cast(Jvm.server(
                "static-backend",
                JvmProgram.ofClass(StaticBackend.class.getName(), List.of()),
                options.jvmFlags(),
                options.output()));
        try {
            cast.startAggregators(options);
            return cast;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cast.close();
            throw e;
        }
    }

    private void startAggregators(CpuOptions options) throws IOException, InterruptedException {
        int telemetryPort = options.aggregators().contains(Peer.TELEMETRY)
                ? start("telemetry-endpoint", TelemetryEndpoint.class, options)
                : 0;
        Peer.PeerIssuer issuer = options.aggregators().contains(Peer.TOKEN)
                ? issuer("http://127.0.0.1:" + start("token-issuer", TokenIssuer.class, options))
                : new Peer.PeerIssuer("", "");
        Peer.Others needed = new Peer.Others(telemetryPort, issuer);
        for (String name : options.aggregators()) {
            aggregators.add(Aggregator.start(Peer.of(name, backend.port(), needed, options), options));
        }
    }

    private static Peer.PeerIssuer issuer(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/token")).build();
        String token = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return new Peer.PeerIssuer(url, token);
    }

    private int start(String name, Class<?> main, CpuOptions options) throws IOException, InterruptedException {
        Jvm process =
                Jvm.server(name, JvmProgram.ofClass(main.getName(), List.of()), options.jvmFlags(), options.output());
        others.add(process);
        return process.port();
    }

    List<Aggregator> aggregators() {
        return List.copyOf(aggregators);
    }

    @Override
    public void close() {
        aggregators.forEach(Aggregator::close);
        others.forEach(Jvm::close);
        backend.close();
    }
}
