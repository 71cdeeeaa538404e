package io.dronedelivery.benchmarks.cpu;

import io.dronedelivery.benchmarks.peers.BareAggregator;
import io.dronedelivery.benchmarks.peers.GlueAggregator;
import io.dronedelivery.benchmarks.peers.StandaloneGateway;
import io.dronedelivery.benchmarks.peers.TelemetryEndpoint;
import io.dronedelivery.benchmarks.peers.TokenIssuer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregator that is measured.
 *
 * @param name how the options name it
 * @param title how the report names it
 * @param main the class that starts it
 * @param arguments of {@code main}
 * @param path of the aggregate
 * @param authorization the header with which it is asked, null for none
 */
record Peer(
        String name,
        String title,
        String main,
        List<String> arguments,
        String path,
        @Nullable String authorization) {

    static final String BARE = "bare";
    static final String GATEWAY = "gateway";
    static final String TELEMETRY = "gateway-telemetry";
    static final String TOKEN = "gateway-token";
    static final String GLUE = "glue";
    static final List<String> ALL = List.of(BARE, GATEWAY, TOKEN, TELEMETRY, GLUE);

    private static final String PATH = "/api/v1/owners/o-17/invoices/2026/11";

    /**
     * The aggregator of that name.
     *
     * @param backendPort where the parts are
     * @param others where telemetry and tokens are, for the aggregators that need them
     */
    static Peer of(String name, int backendPort, Others others, Options options) {
        return switch (name) {
            case BARE -> bare(backendPort);
            case GATEWAY -> gateway(backendPort, options.gatewaySettings());
            case TOKEN -> token(backendPort, others.issuer(), options.gatewaySettings());
            case TELEMETRY -> telemetry(backendPort, others.telemetryPort(), options.gatewaySettings());
            case GLUE -> glue(backendPort);
            default -> throw new IllegalArgumentException("There is no aggregator " + name);
        };
    }

    private static Peer bare(int backendPort) {
        return new Peer(
                BARE, "bare reactor-netty", BareAggregator.class.getName(), List.of("" + backendPort), PATH, null);
    }

    private static Peer glue(int backendPort) {
        return new Peer(
                GLUE,
                "WebFlux, WebClient, objects",
                GlueAggregator.class.getName(),
                List.of("" + backendPort),
                PATH,
                null);
    }

    /** The gateway as it comes with a connection string: its own sampling, all of its meters. */
    private static Peer telemetry(int backendPort, int telemetryPort, List<String> furtherSettings) {
        Peer silent = gateway(backendPort, furtherSettings);
        List<String> arguments = new ArrayList<>(silent.arguments());
        arguments.add("--applicationinsights.connection.string=" + TelemetryEndpoint.connectionString(telemetryPort));
        return new Peer(TELEMETRY, "gateway with telemetry", silent.main(), arguments, silent.path(), null);
    }

    /** The gateway that asks its callers for a token and passes it on, and a caller who always has the same one. */
    private static Peer token(int backendPort, Issuer issuer, List<String> furtherSettings) {
        Peer open = gateway(backendPort, furtherSettings);
        List<String> arguments = new ArrayList<>(open.arguments());
        arguments.add("--security.issuer=" + issuer.url());
        arguments.add("--security.audience=" + TokenIssuer.AUDIENCE);
        return new Peer(TOKEN, "gateway with tokens", open.main(), arguments, open.path(), "Bearer " + issuer.token());
    }

    /**
     * What some aggregators need beside the backend; what is not needed is not started.
     *
     * @param telemetryPort where telemetry goes
     * @param issuer whose tokens are asked for
     */
    record Others(int telemetryPort, Issuer issuer) {}

    /**
     * An issuer.
     *
     * @param url what it calls itself
     * @param token one of its tokens
     */
    record Issuer(String url, String token) {}

    private static Peer gateway(int backendPort, List<String> furtherSettings) {
        List<String> arguments = new ArrayList<>(StandaloneGateway.arguments(backendPort));
        arguments.addAll(furtherSettings);
        return new Peer(GATEWAY, "gateway", StandaloneGateway.MAIN, arguments, StandaloneGateway.PREFIX + PATH, null);
    }
}
