package io.dronedelivery.localstack.option;

import static io.dronedelivery.localstack.option.OptionCatalog.*;

import io.dronedelivery.localstack.option.LocalOptions.CosmosOptions;
import io.dronedelivery.localstack.option.LocalOptions.DeliveriesOptions;
import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.sample.SampleSpec;
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

    /** Whether the arguments request the help. */
    public static boolean asksForHelp(String... arguments) {
        return List.of(arguments).stream().anyMatch(List.of("--help", "-h", "--local.help")::contains);
    }

    /** The text of {@code --help}. */
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

    /** All options, with the defaults for those that are not given. */
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

    /** An application with a free port also gets a free port for operators by default. */
    private static int management(Option<Integer> port, Option<Integer> management, Map<String, String> texts) {
        boolean byDefault = !texts.containsKey(management.name());
        return byDefault && value(port, texts) == 0 ? 0 : value(management, texts);
    }

    private LocalOptions read(Map<String, String> texts) {
        StackBroker broker = value(BROKER, texts);
        int insightsPort = value(INSIGHTS_PORT, texts);
        boolean insights = value(INSIGHTS, texts);
        int authPort = value(AUTH_PORT, texts);
        boolean auth = value(AUTH, texts);
        Map<String, String> dataOptions = new LinkedHashMap<>();
        OF_THE_DATA.forEach(
                option -> dataOptions.put(option.name(), texts.getOrDefault(option.name(), option.defaultText())));
        return new LocalOptions(
                value(DATA_DIR, texts),
                new Ports(
                        value(GATEWAY_PORT, texts),
                        value(DELIVERY_PORT, texts),
                        value(DRONE_PORT, texts),
                        value(INVOICE_PORT, texts),
                        value(COSMOS_PORT, texts),
                        value(POSTGRES_PORT, texts),
                        value(broker.port(), texts),
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
        passedOn.add(argument);
    }

    private static String closestTo(String name) {
        return names().stream()
                .min(Comparator.<String>comparingInt(known -> distance(name, known))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Levenshtein's distance: how many characters to add, remove or change. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j - 1], diagonal) + 1);
            }
        }
        return row[to.length()];
    }
}
