package io.dronedelivery.localstack.option;

import static io.dronedelivery.localstack.option.OptionCatalog.*;

import io.dronedelivery.localstack.option.LocalOptions.CosmosOptions;
import io.dronedelivery.localstack.option.LocalOptions.DeliveriesOptions;
import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.sample.SampleSpec;
import io.dronedelivery.servicekit.environment.EditDistance;
import io.dronedelivery.servicekit.environment.SettingNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Reads the command line: {@code --name=value}, as Spring does. */
public final class OptionParser {

    private static final String OWN_PREFIX = "local.";

    private final Map<String, String> given = new LinkedHashMap<>();
    private final List<String> passedOn = new ArrayList<>();

    private OptionParser() {}

    public static boolean asksForHelp(String... arguments) {
        return List.of(arguments).stream().anyMatch(List.of("--help", "-h", "--local.help")::contains);
    }

    public static String help() {
        return OptionCatalog.command().getUsageMessage(Ansi.OFF);
    }

    /**
     * Reads the arguments.
     *
     * @throws UsageException when one is unknown or has a value that cannot be read
     */
    public static OptionParser parse(String... arguments) {
        OptionParser parser = new OptionParser();
        try {
            ParseResult result = OptionCatalog.command().parseArgs(arguments);
            result.matchedOptions()
                    .forEach(option -> parser.given.put(option.longestName().substring(2), option.getValue()));
            result.unmatched().forEach(parser::passOn);
        } catch (MissingParameterException e) {
            String name = e.getMissing().get(0) instanceof OptionSpec option ? option.longestName() : "";
            throw new UsageException("%s: expected %s=value".formatted(name, name));
        }
        parser.options();
        return parser;
    }

    /** The directory of the state. It must be known before the other options. */
    public Optional<Path> dataDir() {
        return value(DATA_DIR);
    }

    public LocalOptions options() {
        return options(Map.of());
    }

    /**
     * All options for existing data.
     *
     * @param remembered the options that a data directory was made with, by name
     * @throws UsageException when the arguments request other data
     */
    public LocalOptions options(Map<String, String> remembered) {
        remembered.forEach((name, there) -> {
            String asked = given.getOrDefault(name, there);
            if (!asked.equals(there)) {
                throw new UsageException(
                        "--%s=%s: the data directory %s was made with %s; use another directory or leave the option out"
                                .formatted(
                                        name,
                                        asked,
                                        dataDir().map(Path::toString).orElse(""),
                                        there));
            }
        });
        Map<String, String> texts = new LinkedHashMap<>(given);
        texts.putAll(remembered);
        return read(texts);
    }

    /** The given port, or the default one, moved with all others. */
    private static int port(Option<Integer> option, Map<String, String> texts) {
        int port = value(option, texts);
        Optional<Integer> moved = value(PORTS, texts);
        if (moved.isEmpty() || texts.containsKey(option.name())) {
            return port;
        }
        return moved.get() == 0 ? 0 : port + moved.get() - Integer.parseInt(GATEWAY_PORT.defaultText());
    }

    /** An application with a free port also gets a free port for operators by default. */
    private static int management(Option<Integer> port, Option<Integer> management, Map<String, String> texts) {
        boolean byDefault = !texts.containsKey(management.name());
        return byDefault && port(port, texts) == 0 ? 0 : port(management, texts);
    }

    private LocalOptions read(Map<String, String> texts) {
        StackBroker broker = value(BROKER, texts);
        int insightsPort = port(INSIGHTS_PORT, texts);
        boolean insights = value(INSIGHTS, texts);
        int authPort = port(AUTH_PORT, texts);
        boolean auth = value(AUTH, texts);
        Map<String, String> dataOptions = new LinkedHashMap<>();
        OF_THE_DATA.forEach(
                option -> dataOptions.put(option.name(), texts.getOrDefault(option.name(), option.defaultText())));
        return new LocalOptions(
                value(DATA_DIR, texts),
                new Ports(
                        port(GATEWAY_PORT, texts),
                        port(DELIVERY_PORT, texts),
                        port(DRONE_PORT, texts),
                        port(INVOICE_PORT, texts),
                        port(COSMOS_PORT, texts),
                        port(POSTGRES_PORT, texts),
                        port(broker.port(), texts),
                        // The port of a part that does not run may be in use.
                        insights ? insightsPort : 0,
                        auth ? authPort : 0,
                        new Management(
                                management(GATEWAY_PORT, GATEWAY_MANAGEMENT_PORT, texts),
                                management(DELIVERY_PORT, DELIVERY_MANAGEMENT_PORT, texts),
                                management(DRONE_PORT, DRONE_MANAGEMENT_PORT, texts),
                                management(INVOICE_PORT, INVOICE_MANAGEMENT_PORT, texts)),
                        broker.port().name()),
                new SampleSpec(
                        value(OWNERS, texts),
                        value(MONTHS, texts),
                        value(DELIVERIES, texts),
                        value(SEED, texts),
                        value(SPREAD, texts)),
                new CosmosOptions(
                        value(PARTITIONS, texts),
                        value(PARTITION_KEY, texts),
                        value(PARALLELISM, texts),
                        value(THROUGHPUT, texts),
                        value(BURST, texts),
                        value(LATENCY, texts),
                        new DeliveriesOptions(
                                value(DELIVERIES_PARTITION_KEY, texts).orElse(value(PARTITION_KEY, texts)),
                                value(DELIVERIES_THROUGHPUT, texts).orElse(value(THROUGHPUT, texts)))),
                broker,
                ofServiceBus(broker, NEW_CONNECTIONS, texts),
                ofServiceBus(broker, JOB_LOCKS, texts),
                ofServiceBus(broker, ATTACH_LATENCY, texts),
                value(PROCESSES, texts),
                value(PROCESSES_RESTARTS, texts),
                value(POSTGRES_RESTARTS, texts),
                insights,
                value(FIRST_CALLS, texts),
                auth,
                List.copyOf(passedOn),
                dataOptions);
    }

    /** An option of the local Service Bus, which exists only when that is the broker. */
    private static <T> Optional<T> ofServiceBus(
            StackBroker broker, Option<Optional<T>> option, Map<String, String> texts) {
        Optional<T> value = value(option, texts);
        if (value.isPresent() && broker != StackBroker.SERVICEBUS) {
            throw new UsageException("--%s: there is no local Service Bus with --%s=%s"
                    .formatted(option.name(), BROKER.name(), broker.setting()));
        }
        return value;
    }

    private <T> T value(Option<T> option) {
        return value(option, given);
    }

    private static <T> T value(Option<T> option, Map<String, String> texts) {
        return option.read(texts.getOrDefault(option.name(), option.defaultText()));
    }

    private void passOn(String argument) {
        if (!argument.matches("--[^=].*")) {
            throw new UsageException(argument + ": expected --name=value; --help lists the options");
        }
        String name = argument.substring(2).replaceFirst("=.*", "");
        if (name.equals("messaging.broker")) {
            throw new UsageException(
                    argument + ": the launcher has to start the broker, too; use --" + BROKER.name() + "=NAME");
        }
        if (name.startsWith(OWN_PREFIX)) {
            throw new UsageException("--%s: there is no such option, did you mean --%s? --help lists the options"
                    .formatted(name, closestTo(name)));
        }
        String value = argument.substring(2 + name.length()).replaceFirst("^=", "");
        String fault = SettingNames.read(OptionParser.class.getClassLoader()).fault(name, value);
        if (fault != null) {
            throw new UsageException(argument + ": " + fault);
        }
        passedOn.add(argument);
    }

    private static String closestTo(String name) {
        return names().stream()
                .min(Comparator.<String>comparingInt(known -> EditDistance.between(name, known))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }
}
