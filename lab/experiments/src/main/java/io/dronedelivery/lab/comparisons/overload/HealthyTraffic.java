package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.overload.HealthyOptions.Row;
import io.dronedelivery.lab.comparisons.overload.HealthyReport.HealthyLine;
import io.dronedelivery.lab.comparisons.peers.BareAggregator;
import io.dronedelivery.lab.comparisons.peers.GlueAggregator;
import io.dronedelivery.lab.comparisons.peers.StaticBackend;
import io.dronedelivery.lab.http.JsonApi;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.process.JvmFlags;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures whether a gateway with its defaults refuses callers although the backend is healthy, and whether one caller with many connections takes
 * the service from another one.
 */
public final class HealthyTraffic {

    /** Of the rows with three parts, which the peers have, too. */
    private static final int PARTS_OF_PEERS = 3;

    private static final int NUMBERS = 50;
    private static final int WARM_UP_SECONDS = 5;
    private static final int WARM_UP_CONNECTIONS = 64;

    /** Until what the row before has still asked for is answered. */
    private static final Duration AFTERMATH = Duration.ofSeconds(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(1);

    /** Another address of the loopback network: a separate caller. */
    private static final String OTHER_ADDRESS = "127.0.0.2";

    /** It asks 20 times a second at most. */
    private static final Duration OTHER_INTERVAL = Duration.ofMillis(50);

    private final HealthyOptions options;
    private final GatewayUnderTest gateway;
    private final LimitGauges gauges;
    private final HealthyReport report;
    private final JsonApi backend;

    private HealthyTraffic(HealthyOptions options, GatewayUnderTest gateway) throws IOException, InterruptedException {
        this.options = options;
        this.gateway = gateway;
        this.gauges = new LimitGauges(gateway.meters());
        this.backend =
                new JsonApi(URI.create("http://127.0.0.1:" + gateway.backend().port()), TIMEOUT);
        this.report = new HealthyReport(options);
    }

    /** See {@code --help}; ends with 0, with 1 when the run failed or missed a bar, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(
                HealthyOptions.HELP,
                HealthyOptions::parse,
                options -> run(options).tell(),
                args));
    }

    static HealthyReport run(HealthyOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        List<String> settings = new ArrayList<>(options.gatewaySettings());
        IntStream.rangeClosed(1, 10).forEach(parts -> settings.addAll(aggregation(parts)));
        settings.add("--gateway.backends.fast.base-url=" + GatewayUnderTest.BACKEND);
        try (Children children = new Children()) {
            GatewayUnderTest gateway = GatewayUnderTest.start(children, options.jar(), options.output(), settings);
            return new HealthyTraffic(options, gateway).rows();
        }
    }

    /** All of its parts are required, and at one backend. */
    private static List<String> aggregation(int parts) {
        String aggregation = "--gateway.aggregations.parts-" + parts + '.';
        List<String> settings = new ArrayList<>();
        settings.add(aggregation + "path=/parts/" + parts + "/{id}");
        settings.add(aggregation + "access=public");
        settings.add(aggregation + "variables.id.pattern=[0-9]{1,6}");
        for (int part = 1; part <= parts; part++) {
            settings.add(aggregation + "parts.part" + part + ".backend=fast");
            settings.add(aggregation + "parts.part" + part + ".path=/api/invoices/o-{id}/2026/" + part);
        }
        return settings;
    }

    private LoadTarget target(int parts) {
        return new LoadTarget(gateway.url("/parts/" + parts + '/' + LoadTarget.NUMBER), NUMBERS);
    }

    private HealthyReport rows() throws IOException, InterruptedException {
        if (options.coldSeconds() > 0) {
            Row cold = new Row(PARTS_OF_PEERS, options.coldConnections());
            report.cold(cold, row("cold", target(cold.parts()), cold, options.coldSeconds(), gauges));
        } else {
            warmUp(target(PARTS_OF_PEERS));
        }
        for (Row row : options.rows()) {
            report.gateway(row, row("gateway", target(row.parts()), row, options.seconds(), gauges));
        }
        for (String peer : options.peers()) {
            peer(peer);
        }
        if (options.besideConnections() > 0) {
            twoCallers();
        }
        return report;
    }

    private void peer(String name) throws IOException, InterruptedException {
        Class<?> main = name.equals(HealthyOptions.BARE) ? BareAggregator.class : GlueAggregator.class;
        try (Children children = new Children()) {
            Jvm process = children.server(
                    name, main, List.of("" + gateway.backend().port()), JvmFlags.withHeap("512m"), options.output());
            LoadTarget target = new LoadTarget(
                    "http://127.0.0.1:" + process.port() + "/api/v1/owners/o-" + LoadTarget.NUMBER
                            + "/invoices/2026/11",
                    NUMBERS);
            warmUp(target);
            for (int connections : options.connections(PARTS_OF_PEERS)) {
                Row row = new Row(PARTS_OF_PEERS, connections);
                report.peer(name, row, row(name, target, row, options.seconds(), null));
            }
        }
    }

    private void warmUp(LoadTarget target) throws IOException, InterruptedException {
        int seconds = Math.min(options.seconds(), WARM_UP_SECONDS);
        row("warm-up", target, new Row(PARTS_OF_PEERS, WARM_UP_CONNECTIONS), seconds, null);
    }

    /** @param limits null where there are none to be seen */
    private HealthyLine row(String name, LoadTarget target, Row row, int seconds, @Nullable LimitGauges limits)
            throws IOException, InterruptedException {
        long opened = connectionsOpened();
        AnswerCounts answers = new AnswerCounts(60_000, seconds);
        HealthyLine line;
        try (LoadCallers callers = LoadCallers.inAClosedLoop(target, false, answers)) {
            callers.open(row.connections());
            pass(seconds, limits);
            line = finished(name, row, answers, opened, limits);
        }
        Thread.sleep(AFTERMATH.toMillis());
        return line;
    }

    private HealthyLine finished(String name, Row row, AnswerCounts answers, long opened, @Nullable LimitGauges limits)
            throws IOException, InterruptedException {
        HealthyLine line = new HealthyLine(
                answers.phase(name, row.connections()),
                connectionsOpened() - opened,
                limits == null ? "" : limits.seen());
        say(
                "%s, %d parts, %d connections: %,.0f good answers a second, %s",
                name,
                row.parts(),
                row.connections(),
                line.phase().goodPerSecond(),
                line.phase().statuses());
        return line;
    }

    private void twoCallers() throws IOException, InterruptedException {
        Row row = new Row(PARTS_OF_PEERS, options.besideConnections());
        long opened = connectionsOpened();
        AnswerCounts busy = new AnswerCounts(60_000, options.seconds());
        AnswerCounts other = new AnswerCounts(60_000, options.seconds());
        try (LoadCallers many = LoadCallers.inAClosedLoop(target(row.parts()), false, busy);
                LoadCallers one = LoadCallers.oneAfterTheOther(target(row.parts()), OTHER_INTERVAL, other)
                        .from(OTHER_ADDRESS)) {
            many.open(row.connections());
            one.open(1);
            pass(options.seconds(), gauges);
            report.beside(
                    row,
                    finished("the busy caller", row, busy, opened, gauges),
                    finished("the other caller", new Row(row.parts(), 1), other, connectionsOpened(), null));
        }
    }

    private static void pass(int seconds, @Nullable LimitGauges limits) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        if (limits != null) {
            limits.forget();
        }
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            Thread.sleep(
                    Duration.ofNanos(Math.min(left, BETWEEN_READINGS.toNanos())).toMillis() + 1);
            if (limits != null) {
                limits.read();
            }
        }
    }

    /** At the backend until now. */
    private long connectionsOpened() throws IOException, InterruptedException {
        return Long.parseLong(backend.body(backend.request(StaticBackend.CONNECTIONS)));
    }
}
