package io.dronedelivery.benchmarks.cpu;

import io.dronedelivery.benchmarks.peers.BareAggregator;
import io.dronedelivery.benchmarks.peers.GlueAggregator;
import io.dronedelivery.benchmarks.peers.TelemetryEndpoint;
import io.dronedelivery.gateway.GatewayApplication;
import java.util.ArrayList;
import java.util.List;

/**
 * An aggregator that is measured.
 *
 * @param name how the options name it
 * @param title how the report names it
 * @param main the class that starts it
 * @param arguments of {@code main}
 * @param path of the aggregate
 */
record Peer(String name, String title, String main, List<String> arguments, String path) {

    static final String BARE = "bare";
    static final String GATEWAY = "gateway";
    static final String TELEMETRY = "gateway-telemetry";
    static final String GLUE = "glue";
    static final List<String> ALL = List.of(BARE, GATEWAY, TELEMETRY, GLUE);

    private static final String PATH = "/api/v1/owners/o-17/invoices/2026/11";

    /**
     * The aggregator of that name.
     *
     * @param backendPort where the parts are
     * @param telemetryPort where telemetry goes, for the aggregator that sends some
     */
    static Peer of(String name, int backendPort, int telemetryPort, Options options) {
        return switch (name) {
            case BARE -> bare(backendPort);
            case GATEWAY -> gateway(backendPort, options.gatewaySettings());
            case TELEMETRY -> telemetry(backendPort, telemetryPort, options.gatewaySettings());
            case GLUE -> glue(backendPort);
            default -> throw new IllegalArgumentException("There is no aggregator " + name);
        };
    }

    private static Peer bare(int backendPort) {
        return new Peer(BARE, "bare reactor-netty", BareAggregator.class.getName(), List.of("" + backendPort), PATH);
    }

    private static Peer glue(int backendPort) {
        return new Peer(
                GLUE, "WebFlux, WebClient, objects", GlueAggregator.class.getName(), List.of("" + backendPort), PATH);
    }

    /** The gateway as it comes with a connection string: its own sampling, all of its meters. */
    private static Peer telemetry(int backendPort, int telemetryPort, List<String> furtherSettings) {
        Peer silent = gateway(backendPort, furtherSettings);
        List<String> arguments = new ArrayList<>(silent.arguments());
        arguments.add("--applicationinsights.connection.string=" + TelemetryEndpoint.connectionString(telemetryPort));
        return new Peer(TELEMETRY, "gateway with telemetry", silent.main(), arguments, silent.path());
    }

    /** The gateway as it comes, with one more aggregation of three parts; the rest of its configuration is untouched. */
    private static Peer gateway(int backendPort, List<String> furtherSettings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.config.additional-location=classpath:three-parts.yml",
                "--spring.autoconfigure.exclude=" + ForeignLibraries.autoConfigurations(),
                "--benchmark.backend=http://127.0.0.1:" + backendPort));
        arguments.addAll(furtherSettings);
        return new Peer(GATEWAY, "gateway", GatewayApplication.class.getName(), arguments, "/benchmark" + PATH);
    }
}
