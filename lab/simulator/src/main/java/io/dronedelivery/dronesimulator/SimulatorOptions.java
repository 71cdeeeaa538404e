package io.dronedelivery.dronesimulator;

import io.dronedelivery.dronesimulator.SimulatorSettings.SimulatorTarget;
import io.dronedelivery.dronesimulator.SimulatorSettings.TargetBroker;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

final class SimulatorOptions {

    /** Of the environment: the connection string is a secret, and everybody on the machine can read a command line. */
    private static final String ADDRESS = "DRONE_SIMULATOR_ADDRESS";

    private static final int MOST_DRONES = 1_000_000;
    private static final int MOST_THREADS = 64;
    private static final int MOST_PAYLOAD = 200_000;
    private static final double MOST_PER_SECOND = 10_000_000;
    private static final Pattern RUN = Pattern.compile("[a-zA-Z0-9]{1,32}");
    private static final Pattern CHANNEL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final double BATCHES_ABOVE = 20_000;
    private static final Duration BATCH_LINGER = Duration.ofMillis(5);

    private static final long SHORTEST_TICK_MICROS = 250;
    private static final long LONGEST_TICK_MICROS = 1_000;

    @Option(
            names = {"-b", "--broker"},
            paramLabel = "kafka|servicebus",
            defaultValue = "kafka",
            description = "What carries the telemetry. Default: ${DEFAULT-VALUE}.")
    private TargetBroker broker = TargetBroker.KAFKA;

    @Option(
            names = {"-a", "--address"},
            paramLabel = "<address>",
            defaultValue = "${env:" + ADDRESS + "}",
            description = "host:port of Kafka, or the connection string of a Service Bus namespace."
                    + " Default: the environment's " + ADDRESS
                    + ", where others cannot read it, else localhost:8107 for Kafka.")
    private @Nullable String address;

    @Option(
            names = "--channel",
            paramLabel = "<topic>",
            defaultValue = "drone-telemetry",
            description = "Default: ${DEFAULT-VALUE}. On Kafka it is made when it does not exist.")
    private String channel = "";

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "<per second>",
            defaultValue = "5000",
            description = "Messages a second. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "<time>",
            converter = TimeConverter.class,
            description = "How long to send, such as 90s, 5m or 1h.")
    private @Nullable Duration duration;

    @Option(
            names = {"-c", "--count"},
            paramLabel = "<messages>",
            description = "How many messages to send. With neither --duration nor --count: until Ctrl-C.")
    private @Nullable Long count;

    @Option(
            names = "--warm-up",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            defaultValue = "0s",
            description =
                    "Messages of this time are sent and counted, but are not in the latencies: a JVM begins slowly."
                            + " Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--drones",
            paramLabel = "<n>",
            defaultValue = "1000",
            description = "How many drones there are, at least one for each thread. Default: ${DEFAULT-VALUE}.")
    private int drones;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "<n>",
            defaultValue = "1",
            description = "Sending threads, each with a producer of its own. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--payload-bytes",
            paramLabel = "<n>",
            defaultValue = "100",
            description = "Letters of payload beside position, speed and battery, 0 to " + MOST_PAYLOAD
                    + ". Default: ${DEFAULT-VALUE}.")
    private int payloadBytes;

    @Option(
            names = "--linger",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            description = "How long a message may wait for others to be sent with. Default: 0ms up to 20000 messages a"
                    + " second, 5ms above.")
    private @Nullable Duration linger;

    @Option(
            names = "--tick",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            description = "How long a sending thread sleeps at least: what becomes due meanwhile is sent together."
                    + " Default: 250us, or half of --linger up to 1ms.")
    private @Nullable Duration tick;

    @Option(
            names = "--timeout",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            defaultValue = "2m",
            description = "How long the broker has to confirm a message. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--partitions",
            paramLabel = "<n>",
            defaultValue = "8",
            description = "Of the topic when it has to be made (Kafka). Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--property",
            paramLabel = "<name>=<value>",
            description = "A further property, several times: of Kafka's producer in its own words, or of messaging for"
                    + " Service Bus.")
    private Map<String, String> properties = new TreeMap<>();

    @Option(
            names = "--run",
            paramLabel = "<name>",
            description = "A part of each event's id, <drone>-<run>-<sequence>. Default: one that no other run has.")
    private @Nullable String run;

    /** @throws ParameterException naming the option that makes no sense and what is allowed */
    SimulatorSettings settings(CommandLine commandLine) {
        Check check = new Check(commandLine);
        check.that(rate > 0 && rate <= MOST_PER_SECOND, "--rate", rate, "must be more than 0 and at most 10000000");
        check.that(count == null || duration == null, "--count", count, "cannot be given together with --duration");
        check.that(count == null || count >= 1, "--count", count, "must be at least 1");
        check.that(duration == null || !duration.isZero(), "--duration", duration, "must be more than 0");
        check.that(
                warmUp.isZero() || warmUp.toNanos() / 1e9 * rate < messages(),
                "--warm-up",
                warmUp,
                "must be shorter than the sending: there would be no latency");
        check.that(threads >= 1 && threads <= MOST_THREADS, "--threads", threads, "must be from 1 to 64");
        check.that(
                drones >= threads && drones <= MOST_DRONES,
                "--drones",
                drones,
                "must be from " + threads + ", one for each thread, to " + MOST_DRONES);
        check.that(
                payloadBytes >= 0 && payloadBytes <= MOST_PAYLOAD,
                "--payload-bytes",
                payloadBytes,
                "must be from 0 to " + MOST_PAYLOAD);
        check.that(partitions >= 1 && partitions <= 10_000, "--partitions", partitions, "must be from 1 to 10000");
        check.that(run == null || RUN.matcher(run).matches(), "--run", run, "must be 1 to 32 letters and digits");
        check.that(
                CHANNEL.matcher(channel).matches(),
                "--channel",
                channel,
                "must be letters, digits, dots, dashes and underscores");
        check.that(timeout.toMillis() >= 1_000, "--timeout", timeout, "must be at least 1s");
        Duration waits = linger == null ? usualLinger() : linger;
        check.that(tick == null || tick.toMillis() <= 1_000, "--tick", tick, "must be at most 1s");
        check.that(waits.compareTo(timeout) < 0, "--linger", linger, "must be shorter than --timeout");
        check.that(
                broker == TargetBroker.KAFKA || address != null,
                "--address",
                "missing",
                "must be the connection string of a Service Bus namespace");
        String where = address == null ? "localhost:8107" : address;
        return new SimulatorSettings(
                new SimulatorTarget(broker, where, channel, partitions, waits, timeout, Map.copyOf(properties)),
                rate,
                messages(),
                warmUp,
                tick == null ? usualTick(waits) : tick,
                drones,
                threads,
                payloadBytes,
                run == null ? Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) : run);
    }

    private long messages() {
        if (duration != null) {
            return Math.max(1, Math.round(rate * duration.toNanos() / 1e9));
        }
        // Without an end: more than anybody can send, and few enough to compute moments with.
        return count == null ? Long.MAX_VALUE >> 16 : count;
    }

    private Duration usualLinger() {
        return rate > BATCHES_ABOVE ? BATCH_LINGER : Duration.ZERO;
    }

    /** Each message by itself would cost a wake-up and a request; where messages wait for others, threads may sleep meanwhile. */
    private static Duration usualTick(Duration linger) {
        long micros = linger.toNanos() / 2_000;
        return Duration.ofNanos(1_000 * Math.max(SHORTEST_TICK_MICROS, Math.min(LONGEST_TICK_MICROS, micros)));
    }

    private record Check(CommandLine commandLine) {

        void that(boolean condition, String option, @Nullable Object value, String reason) {
            if (!condition) {
                throw new ParameterException(commandLine, option + " " + reason + ", but is " + value + ".");
            }
        }
    }

    /** Reads {@code 500ms}, {@code 90s}, {@code 5m} and {@code 1h}. */
    static final class TimeConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String value) {
            try {
                Duration time = DurationStyle.SIMPLE.parse(value);
                if (!time.isNegative()) {
                    return time;
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                // Told below.
            }
            throw new TypeConversionException("'" + value + "' is not a time such as 500ms, 90s, 5m or 1h");
        }
    }
}
