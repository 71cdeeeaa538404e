package io.dronedelivery.localcommand;

import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localcosmos.LocalCosmos;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of the stand-in for Cosmos DB. */
final class CosmosStandIn {

    static final String PORT = "8081";

    private enum Throughput {
        counted,
        enforced
    }

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Physical partitions of a new container. Default: ${DEFAULT-VALUE}.")
    private int partitions = 1;

    @Option(
            names = "--throughput",
            paramLabel = "counted|enforced",
            defaultValue = "counted",
            description = "enforced: calls beyond the provisioned request units get 429. Default: ${DEFAULT-VALUE}.")
    private Throughput throughput = Throughput.counted;

    @Option(
            names = "--latency",
            paramLabel = "MEDIAN[,P99]",
            converter = LatencyReader.class,
            description = "Added to each answer, such as 5ms or 5ms,40ms. Default: nothing.")
    private Latency latency = Latency.none();

    StandIn at(String option, int port, NetworkOptions network, StandInOptions service) {
        return new StandIn(
                List.of(new StandIn.Listener(option, port, "an emulator of Cosmos DB or another drone-delivery-local")),
                () -> {
                    LocalCosmos cosmos = LocalCosmos.start(o -> {
                        service.faults.forEach(o::fault);
                        return o.port(port)
                                .address(network.bind)
                                .advertisedHost(network.advertisedHost)
                                .partitions(partitions)
                                .enforceThroughput(throughput == Throughput.enforced)
                                .latency(latency)
                                .recentCalls(0)
                                .tls(service.tlsDirectory)
                                .dataDirectory(service.data);
                    });
                    return new StandIn.StartedStandIn(
                            "cosmos ready: endpoint=" + cosmos.endpoint() + " key=" + cosmos.key(),
                            "AccountEndpoint=" + cosmos.endpoint() + ";AccountKey=" + cosmos.key() + ";",
                            cosmos);
                });
    }

    /** Reads {@code 5ms} and {@code 5ms,40ms}. */
    static final class LatencyReader implements ITypeConverter<Latency> {
        private static final Pattern TIMES = Pattern.compile("(\\d{1,6})(ms|s)(?:,(\\d{1,6})(ms|s))?");

        @Override
        public Latency convert(String value) {
            Matcher times = TIMES.matcher(value);
            if (!times.matches()) {
                throw new TypeConversionException("'" + value + "' is no time such as 5ms, nor two such as 5ms,40ms");
            }
            Duration median = time(times.group(1), times.group(2));
            try {
                return times.group(3) == null
                        ? Latency.fixed(median)
                        : Latency.logNormal(median, time(times.group(3), times.group(4)));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }

        private static Duration time(String amount, String unit) {
            long number = Long.parseLong(amount);
            return unit.equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
        }
    }
}
