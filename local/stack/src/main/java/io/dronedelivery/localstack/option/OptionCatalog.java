package io.dronedelivery.localstack.option;

import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localstack.option.LocalOptions.ConnectionLimit;
import io.dronedelivery.localstack.option.LocalOptions.JobLocks;
import io.dronedelivery.localstack.sample.SampleSpec.SampleSpread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every option of the launcher, in the order of its help. */
final class OptionCatalog {

    private static final int HELP_COLUMNS = 140;
    private static final int OPTION_COLUMNS = 48;
    /** Nothing that can be an argument, because "--" is a mistake here. */
    private static final String NO_DELIMITER = "\0";

    private static final List<Option<?>> ALL = new ArrayList<>();

    static final Option<Optional<Path>> DATA_DIR = option(
            "local.data-dir",
            "DIR",
            "",
            "keep all state in DIR and continue with it at the next start (default: thrown away)",
            Readers::directory);

    /** Without a default: then each part has the port of its own option. */
    static final Option<Optional<Integer>> PORTS = option(
            "local.port",
            "PORT",
            "",
            "moves all ports: PORT for the gateway, and the others as far from it as their defaults are from 8080; 0 takes free ones",
            text -> Readers.optional(text, Readers.integer(0, 65_432)));

    static final Option<Integer> GATEWAY_PORT = port("gateway", 8080);
    static final Option<Integer> GATEWAY_MANAGEMENT_PORT = port("gateway.management", 8180);
    static final Option<Integer> DELIVERY_PORT = port("delivery-service", 8101);
    static final Option<Integer> DELIVERY_MANAGEMENT_PORT = port("delivery-service.management", 8181);
    static final Option<Integer> DRONE_PORT = port("drone-service", 8102);
    static final Option<Integer> DRONE_MANAGEMENT_PORT = port("drone-service.management", 8182);
    static final Option<Integer> INVOICE_PORT = port("invoice-service", 8103);
    static final Option<Integer> INVOICE_MANAGEMENT_PORT = port("invoice-service.management", 8183);
    static final Option<Integer> COSMOS_PORT = port("cosmos", 8104);
    static final Option<Integer> POSTGRES_PORT = port("postgres", 8105);
    static final Option<Integer> SERVICE_BUS_PORT = port("service-bus", 8106);
    static final Option<Integer> KAFKA_PORT = port("kafka", 8107);

    static final Option<Integer> INSIGHTS_PORT = port("insights", 8108);
    static final Option<Integer> AUTH_PORT = port("auth", 8109);

    static final Option<StackBroker> BROKER = option(
            "local.broker",
            "NAME",
            "servicebus",
            "what carries the messages, servicebus or kafka; only this one is started",
            text -> StackBroker.valueOf(
                    Readers.oneOf(text, StackBroker.settings()).toUpperCase(Locale.ROOT)));

    static final Option<Optional<ConnectionLimit>> NEW_CONNECTIONS = option(
            "local.service-bus.new-connections",
            "N/TIME",
            "",
            "at most N new connections to the local Service Bus within any TIME, such as 64/4m: further ones hang, as when a SNAT gateway has no port left",
            text -> Readers.optional(text, Readers::connectionLimit));

    static final Option<Optional<JobLocks>> JOB_LOCKS = option(
            "local.service-bus.job-locks",
            "TIME/N",
            "",
            "the local Service Bus locks a job of the queue pricing-requests for TIME and delivers it N times, such as 5s/10; then it is a dead letter (default 1m/2000)",
            text -> Readers.optional(text, Readers::jobLocks));

    static final Option<Optional<Latency>> ATTACH_LATENCY = option(
            "local.service-bus.attach-latency",
            "TIME",
            "none",
            "time in which the local Service Bus attaches a link or accepts a session: none, fixed such as 300ms, or median/p99 such as 50ms/300ms",
            text -> "none".equals(text) ? Optional.empty() : Optional.of(Readers.latency(text)));

    static final Option<Optional<Processes>> PROCESSES = option(
            "local.processes",
            "N|NAME:N,...",
            "off",
            "each application as processes of its own instead of in the launcher's: N of each, or delivery-service:2,drone-service:2 with one of those not named",
            Processes::read);

    static final Option<Integer> PROCESSES_RESTARTS = option(
            "local.processes.restarts",
            "N",
            "5",
            "how often such a process that ends by itself is started again; counted anew once it has run for a minute",
            Readers.integer(0, 1_000));

    static final Option<Integer> POSTGRES_RESTARTS = option(
            "local.postgres.restarts",
            "N",
            "5",
            "how often a PostgreSQL that ends by itself is started again; counted anew once it has run for a minute",
            Readers.integer(0, 1_000));

    static final Option<Boolean> INSIGHTS = option(
            "local.insights",
            "on|off",
            "on",
            "whether the applications report to a local Application Insights, whose pages show it",
            Readers::onOrOff);

    static final Option<Boolean> FIRST_CALLS = option(
            "local.first-calls",
            "on|off",
            "on",
            "whether the calls that are shown at the end are made once before, so that the first one of yours is not the first of all",
            Readers::onOrOff);

    static final Option<Boolean> AUTH = option(
            "local.auth",
            "on|off",
            "off",
            "whether a local OpenID issuer is started, and the applications ask for its tokens",
            Readers::onOrOff);

    static final Option<Integer> OWNERS = option(
            "local.sample.owners", "N", "50", "owners o-1 to o-N in the sample data", Readers.integer(1, 1_000_000));
    static final Option<Integer> MONTHS =
            option("local.sample.months", "N", "24", "months of deliveries, from 2025-01 on", Readers.integer(1, 600));
    static final Option<Integer> DELIVERIES = option(
            "local.sample.deliveries", "N", "100000", "deliveries over all months", Readers.integer(1, 10_000_000));
    static final Option<Long> SEED =
            option("local.sample.seed", "N", "20250101", "equal seeds give equal data", Readers::seed);
    static final Option<SampleSpread> SPREAD = option(
            "local.sample.spread",
            "NAME",
            "lot",
            "who asks for a delivery: an owner drawn at random (lot), or all in turn (even)",
            text -> SampleSpread.valueOf(
                    Readers.oneOf(text, Set.of("lot", "even")).toUpperCase(Locale.ROOT)));

    static final Option<Integer> PARTITIONS =
            option("local.cosmos.partitions", "N", "9", "physical partitions of a container", Readers.integer(1, 256));
    static final Option<String> PARTITION_KEY = option(
            "local.cosmos.partition-key",
            "PATH",
            "/ownerId",
            "partition key of both containers, /ownerId or /id",
            text -> Readers.oneOf(text, Set.of("/id", "/ownerId")));
    static final Option<String> PARALLELISM = option(
            "local.cosmos.parallelism",
            "N|all",
            "all",
            "physical partitions that a query asks at the same time",
            Readers::parallelism);
    static final Option<Integer> THROUGHPUT = option(
            "local.cosmos.throughput",
            "RU/S",
            "20000",
            "provisioned throughput of each container, once the data is loaded",
            Readers::throughput);
    static final Option<Integer> BURST = option(
            "local.cosmos.burst",
            "SECONDS",
            "0",
            "unused seconds of throughput that a partition keeps for later, as burst capacity on Azure",
            Readers.integer(0, 300));
    static final Option<Optional<String>> DELIVERIES_PARTITION_KEY = option(
            "local.cosmos.deliveries.partition-key",
            "PATH",
            "",
            "another partition key of the deliveries' container alone",
            text -> Readers.optional(text, PARTITION_KEY.reader()));
    static final Option<Optional<Integer>> DELIVERIES_THROUGHPUT = option(
            "local.cosmos.deliveries.throughput",
            "RU/S",
            "",
            "another throughput of the deliveries' container alone",
            text -> Readers.optional(text, THROUGHPUT.reader()));
    static final Option<Latency> LATENCY = option(
            "local.cosmos.latency",
            "TIME",
            "none",
            "time of a call: none, fixed such as 53ms, or median/p99 such as 10ms/80ms",
            Readers::latency);

    /** The options that belong to the data itself: a data directory stores them. */
    static final List<Option<?>> OF_THE_DATA =
            List.of(OWNERS, MONTHS, DELIVERIES, SEED, SPREAD, PARTITIONS, PARTITION_KEY, DELIVERIES_PARTITION_KEY);

    private OptionCatalog() {}

    static Set<String> names() {
        return ALL.stream().map(Option::name).collect(Collectors.toUnmodifiableSet());
    }

    /** Reads arguments and tells of the options; what is none of them stays unmatched, for the applications. */
    static CommandLine command() {
        CommandSpec spec = CommandSpec.create();
        ALL.forEach(option -> spec.addOption(option.spec()));
        spec.addOption(OptionSpec.builder("--help").description("this text").build());
        spec.usageMessage()
                .header(
                        "Starts Drone Delivery on this machine: PostgreSQL, a local Cosmos DB, a broker, a local Application Insights, the four applications and sample data.",
                        "")
                .synopsisHeading("")
                .customSynopsis(
                        "  mvn -q spring-boot:run",
                        "  mvn -q spring-boot:run -Dspring-boot.run.arguments=\"--local.port.gateway=9080 --local.data-dir=drones\"",
                        "  java -jar local/stack/target/local-stack-1.0.0-SNAPSHOT-exec.jar [options]")
                .optionListHeading("%nOptions:%n")
                .footer(
                        "",
                        "Any other --name=value is a property for the applications, such as",
                        "  --gateway.aggregations.owner-invoice.parts.invoice.timeout=200ms --logging.level.io.dronedelivery=debug",
                        "",
                        "Ends with 0 after a normal stop or --help, 1 when a part cannot be started, 2 when an option is wrong,",
                        "130 or 143 when stopped by Ctrl-C or a termination signal.")
                .sortOptions(false)
                .width(HELP_COLUMNS)
                .longOptionsMaxWidth(OPTION_COLUMNS);
        spec.parser().endOfOptionsDelimiter(NO_DELIMITER);
        return new CommandLine(spec)
                .setUnmatchedArgumentsAllowed(true)
                .setOverwrittenOptionsAllowed(true)
                .setExpandAtFiles(false);
    }

    private static Option<Integer> port(String part, int port) {
        return option(
                "local.port." + part,
                "PORT",
                Integer.toString(port),
                "port of " + part + ", 0 for a free one",
                Readers.integer(0, 65_535));
    }

    private static <T> Option<T> option(
            String name, String value, String defaultText, String help, Function<String, T> reader) {
        Option<T> option = new Option<>(name, value, defaultText, help, reader);
        ALL.add(option);
        return option;
    }
}
