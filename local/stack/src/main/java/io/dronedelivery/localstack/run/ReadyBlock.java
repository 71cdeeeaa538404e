package io.dronedelivery.localstack.run;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.sample.SampleData;
import io.dronedelivery.localstack.sample.SampleDelivery;
import io.dronedelivery.localstack.sample.SampleSpec;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The final output when everything runs: addresses, and calls to try. */
final class ReadyBlock {

    /**
     * The owner has no sample data, so all months are open. A month of a sample owner may be issued, and its lines would go to the next
     * one.
     */
    private static final String A_DELIVERY = """
            {"ownerId":"newcomer","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.2},\
            "packages":[{"size":"small","weightKg":1.25}],"expedited":false}""";

    private static final int NARROWEST = 17;

    private final LocalOptions options;
    private final Ports ports;
    private final ApplicationInstances instances;
    private final Map<String, Long> processes;
    private final String jdbcUrl;
    private final String broker;
    private final YearMonth now;
    private final String owner;
    private final YearMonth shown;
    private final String delivery;
    private final List<String> paths;
    private final int width;

    /** @param processes process ids by the names of the instances; empty when all are in this process */
    ReadyBlock(
            LocalOptions options,
            Ports ports,
            ApplicationInstances instances,
            Map<String, Long> processes,
            String jdbcUrl,
            String broker,
            SampleData data,
            YearMonth now) {
        this.options = options;
        this.ports = ports;
        this.instances = instances;
        this.processes = processes;
        this.jdbcUrl = jdbcUrl;
        this.broker = broker;
        this.now = now;
        this.owner = data.showcase().map(SampleDelivery::ownerId).orElse("o-1");
        this.shown = data.showcase().map(SampleDelivery::month).orElse(SampleSpec.FIRST_MONTH);
        this.delivery = data.showcase().map(SampleDelivery::id).orElse("d-000001");
        this.paths = pathsToTry();
        this.width = instances.all().stream()
                .mapToInt(instance -> instance.name().length())
                .reduce(NARROWEST, Math::max);
    }

    /** The addresses of the calls to try, all at the gateway. */
    private List<String> urlsToTry() {
        return urlsToTry(url(ports.gateway()));
    }

    /** The calls to try, at an instance of the gateway. */
    List<String> urlsToTry(String gateway) {
        return paths.stream().map(path -> gateway + path).toList();
    }

    /** What the calls to try read from an instance of a service. */
    List<String> urlsOfParts(ApplicationInstance service) {
        String month = "?ownerId=%s&year=%d&month=%d".formatted(owner, shown.getYear(), shown.getMonthValue());
        List<String> parts = switch (service.application()) {
            case GATEWAY -> List.of();
            case DELIVERY_SERVICE ->
                List.of(
                        "/api/deliveries/summary" + month,
                        "/api/packages/summary" + month,
                        "/api/deliveries/" + delivery,
                        "/api/deliveries/" + delivery + "/packages");
            case DRONE_SERVICE ->
                List.of("/api/dronedeliveries/utilization" + month, "/api/dronedeliveries/" + delivery);
            case INVOICE_SERVICE ->
                List.of("/api/invoices/%s/%d/%d".formatted(owner, shown.getYear(), shown.getMonthValue()));
        };
        return parts.stream().map(path -> service.url() + path).toList();
    }

    /** An address for requests of deliveries, at an instance of the gateway. */
    static String deliveriesUrl(String gateway) {
        return gateway + "/api/v1/deliveries";
    }

    private List<String> commandsOfAnOwner() {
        List<String> commands = new ArrayList<>();
        if (options.auth()) {
            commands.add(Issuer.at(ports).tokenCommand(LocalAuth.clientOf(owner)));
        }
        urlsToTry().forEach(url -> commands.add(curl() + " '" + url + "'"));
        return commands;
    }

    private List<String> commandsOfAnOperator() {
        List<String> commands = new ArrayList<>();
        if (options.auth()) {
            commands.add(Issuer.at(ports).tokenCommand(LocalAuth.OPERATOR));
        }
        commands.add(curl() + " -i -H 'Content-Type: application/json' -d '" + A_DELIVERY + "' "
                + deliveriesUrl(url(ports.gateway())));
        commands.add(curl()
                + " %s/api/v1/owners/newcomer/invoices/%d/%d"
                        .formatted(url(ports.gateway()), now.getYear(), now.getMonthValue()));
        commands.add(curl() + " " + url(ports.gateway()) + "/api/v1/dispatch/status");
        return commands;
    }

    private String curl() {
        return options.auth() ? "curl -H \"Authorization: Bearer $TOKEN\"" : "curl";
    }

    String text(Duration sinceStart) {
        StringBuilder text = new StringBuilder();
        line(text, "");
        line(text, String.format(Locale.ROOT, "READY in %.1f s", StartProgress.seconds(sinceStart)));
        line(text, "");
        instances.all().forEach(instance -> {
            row(text, instance.name(), instance.url() + processOf(instance));
            if (instance.application() == Application.GATEWAY) {
                row(text, "  OpenAPI", instance.url() + "/swagger-ui.html");
            }
            if (instance.application() == Application.DRONE_SERVICE && dronesFly()) {
                row(text, "  map", instance.url() + "/map");
            }
            row(text, "  management", instance.health());
        });
        row(text, "Cosmos DB", url(ports.cosmos()) + "/  (key: the emulators' well-known one)");
        row(text, "PostgreSQL", jdbcUrl);
        row(text, options.broker().label(), broker);
        if (options.insights()) {
            row(text, "insights", url(ports.insights()) + "/  (requests, dependencies, traces of all of them)");
        }
        if (options.auth()) {
            row(
                    text,
                    "issuer",
                    Issuer.at(ports).url() + "  (every secret and password is: " + LocalAuth.WELL_KNOWN_SECRET + ")");
        }
        row(text, "data", dataText());
        line(text, "");
        line(text, options.auth() ? "Try, with a token of an owner:" : "Try:");
        commandsOfAnOwner().forEach(command -> line(text, "  " + command));
        if (options.auth()) {
            line(text, "and with one of an operator, who acts for every owner:");
        }
        commandsOfAnOperator().forEach(command -> line(text, "  " + command));
        line(text, "");
        line(text, "Ctrl-C stops everything.");
        return text.toString().stripTrailing();
    }

    private boolean dronesFly() {
        return options.passedOn().contains("--drone.telemetry.enabled=true");
    }

    private String dataText() {
        SampleSpec spec = options.sample();
        String kept = options.dataDir()
                .map(directory -> "kept in " + directory)
                .orElse("thrown away at the end; --local.data-dir=DIR keeps it");
        return String.format(
                Locale.ROOT,
                "%,d deliveries of %,d owners, %s to %s; %s",
                spec.deliveries(),
                spec.owners(),
                SampleSpec.FIRST_MONTH,
                SampleSpec.FIRST_MONTH.plusMonths(spec.months() - 1L),
                kept);
    }

    private List<String> pathsToTry() {
        return List.of(
                "/api/v1/owners/%s/invoices/%d/%d".formatted(owner, shown.getYear(), shown.getMonthValue()),
                "/api/v1/deliveries/" + delivery,
                "/api/v1/deliveries/" + delivery + "/overview",
                "/api/v1/owners/" + owner + "/deliveries",
                "/api/invoices?ownerId=%s&year=%d&month=%d".formatted(owner, shown.getYear(), shown.getMonthValue()));
    }

    private String processOf(ApplicationInstance instance) {
        Long process = processes.get(instance.name());
        return process == null ? "" : "  (process " + process + ")";
    }

    private static String url(int port) {
        return "http://localhost:" + port;
    }

    private void row(StringBuilder text, String name, String value) {
        line(text, String.format("  %-" + width + "s %s", name, value));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
