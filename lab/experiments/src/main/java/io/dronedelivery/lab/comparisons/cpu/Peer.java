package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.comparisons.peers.BareAggregator;
import io.dronedelivery.lab.comparisons.peers.GlueAggregator;
import io.dronedelivery.lab.comparisons.peers.NativeAggregator;
import io.dronedelivery.lab.comparisons.peers.StandaloneGateway;
import io.dronedelivery.lab.comparisons.peers.TelemetryEndpoint;
import io.dronedelivery.lab.comparisons.peers.TokenIssuer;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An aggregator that is measured.
 *
 * @param name how the options name it
 * @param title how the report names it
 * @param server starts it
 * @param path of the aggregate
 * @param parts that every answer has
 * @param authorization the header with which it is asked, null for none
 */
record Peer(
        String name,
        String title,
        Server server,
        String path,
        Set<AggregatedPart> parts,
        @Nullable String authorization) {

    /** How an aggregator is started. */
    @FunctionalInterface
    interface Server {

        Jvm start(Children children, CpuOptions options) throws IOException, InterruptedException;
    }

    static final String BARE = "bare";
    static final String GATEWAY = "gateway";
    static final String SECOND = "gateway-second";
    static final String TELEMETRY = "gateway-telemetry";
    static final String TOKEN = "gateway-token";
    static final String GLUE = "glue";
    static final String HYPER = "hyper";
    static final String NGINX = "nginx";
    static final List<String> ALL = Stream.concat(
                    Stream.of(BARE, GATEWAY, TOKEN, TELEMETRY, GLUE, HYPER, NGINX),
                    Stream.of(MeasuredPlan.values()).map(MeasuredPlan::peer))
            .toList();

    private static final Set<AggregatedPart> ALL_PARTS = EnumSet.allOf(AggregatedPart.class);
    private static final String PATH = "/api/v1/owners/o-17/invoices/2026/11";

    /**
     * The aggregator of that name. Starts what it needs beside the backend.
     *
     * @param backendPort where the parts are
     * @throws IOException when the gateway's jar cannot be read
     */
    static Peer of(String name, int backendPort, Children children, CpuOptions options)
            throws IOException, InterruptedException {
        return switch (name) {
            case BARE -> written(BARE, "bare reactor-netty", BareAggregator.class, backendPort);
            case GATEWAY -> gateway(GATEWAY, "gateway", backendPort, options, List.of());
            case SECOND -> gateway(SECOND, "gateway of the second jar", backendPort, options, List.of());
            case TOKEN -> token(backendPort, children, options);
            case TELEMETRY -> telemetry(backendPort, children, options);
            case GLUE -> written(GLUE, "WebFlux, WebClient, objects", GlueAggregator.class, backendPort);
            case HYPER, NGINX -> withoutJvm(name, backendPort);
            default -> plan(MeasuredPlan.ofPeer(name), backendPort, options);
        };
    }

    private static Peer written(String name, String title, Class<?> main, int backendPort) {
        JvmProgram program = JvmProgram.ofClass(main.getName(), List.of("" + backendPort));
        return new Peer(name, title, server(name, program), PATH, ALL_PARTS, null);
    }

    private static Server server(String name, JvmProgram program) {
        return (children, options) -> children.server(name, program, options.jvmFlags(), options.output());
    }

    private static Peer withoutJvm(String name, int backendPort) {
        NativeAggregator program = NativeAggregator.valueOf(name.toUpperCase(Locale.ROOT));
        Server server = (children, options) ->
                children.server(name, program.command(children, backendPort, options.output()), options.output());
        return new Peer(name, program.title(), server, PATH, ALL_PARTS, null);
    }

    boolean isJvm() {
        return !name.equals(HYPER) && !name.equals(NGINX);
    }

    /** The gateway as it comes with a connection string: its own sampling, all of its meters. */
    private static Peer telemetry(int backendPort, Children children, CpuOptions options)
            throws IOException, InterruptedException {
        int port = start("telemetry-endpoint", TelemetryEndpoint.class, children, options);
        String setting = "--applicationinsights.connection.string=" + TelemetryEndpoint.connectionString(port);
        return gateway(TELEMETRY, "gateway with telemetry", backendPort, options, List.of(setting));
    }

    /** The gateway that asks its callers for a token and passes it on, and a caller who always has the same one. */
    private static Peer token(int backendPort, Children children, CpuOptions options)
            throws IOException, InterruptedException {
        String issuer = "http://127.0.0.1:" + start("token-issuer", TokenIssuer.class, children, options);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(issuer + "/token")).build();
        String token = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        Peer gateway = gateway(
                TOKEN,
                "gateway with tokens",
                backendPort,
                options,
                List.of("--security.issuer=" + issuer, "--security.audience=" + TokenIssuer.AUDIENCE));
        return new Peer(TOKEN, gateway.title(), gateway.server(), gateway.path(), ALL_PARTS, "Bearer " + token);
    }

    /** The gateway with the aggregations of {@code plans.yml}, of which one is measured. */
    private static Peer plan(MeasuredPlan plan, int backendPort, CpuOptions options) throws IOException {
        List<String> settings = List.of("--spring.config.import=" + MeasuredPlan.class.getResource("/plans.yml"));
        Peer gateway = gateway(plan.peer(), plan.title(), backendPort, options, settings);
        return new Peer(plan.peer(), plan.title(), gateway.server(), plan.path(), plan.parts(), null);
    }

    private static int start(String name, Class<?> main, Children children, CpuOptions options)
            throws IOException, InterruptedException {
        return children.server(name, main, List.of(), options.jvmFlags(), options.output())
                .port();
    }

    private static Peer gateway(String name, String title, int backendPort, CpuOptions options, List<String> settings)
            throws IOException {
        List<String> all = new ArrayList<>(options.gatewaySettings());
        all.addAll(settings);
        Path jar = name.equals(SECOND) ? options.secondJar() : options.jar();
        JvmProgram program = StandaloneGateway.program(jar, backendPort, all);
        return new Peer(name, title, server(name, program), StandaloneGateway.PREFIX + PATH, ALL_PARTS, null);
    }
}
