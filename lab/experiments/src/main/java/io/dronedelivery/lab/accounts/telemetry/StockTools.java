package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.tools.EndToEndLatency;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own tools on the broker of a test, before it: what is possible on this machine without any of ours, at the same rate and with
 * records as large.
 *
 * @param perSecond records that ProducerPerformance sent
 * @param p50Ms from its sending to the acknowledgement, in milliseconds, as it tells it after its warm-up
 * @param p99Ms the same
 * @param p999Ms the same
 * @param oneP50Ms of EndToEndLatency in a warm JVM: one record after another, from its sending until a consumer has it, in whole milliseconds
 * @param oneP99Ms the same
 */
record StockTools(
        double perSecond,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        @Nullable Double oneP50Ms,
        @Nullable Double oneP99Ms) {

    private static final int RECORD_BYTES = 450;
    private static final int PARTITIONS = 8;
    private static final String TOPIC = "stock-tools";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Pattern PRODUCED = Pattern.compile(
            "(?m)^\\d+ steady state records sent, ([0-9.]+) records/sec.*, (\\d+) ms 50th, \\d+ ms 95th, (\\d+) ms"
                    + " 99th, (\\d+) ms 99\\.9th");
    private static final Pattern PERCENTILES =
            Pattern.compile("(?m)^Percentiles: 50th = ([0-9.]+), 99th = ([0-9.]+), 99\\.9th = ([0-9.]+)");

    /**
     * Runs them for as long as the test itself.
     *
     * @param lingerMs of the producer
     */
    static StockTools run(Children children, TelemetrySettings settings, String bootstrap, double rate, int lingerMs)
            throws IOException, InterruptedException {
        makeTopic(bootstrap);
        long first = Math.max(1, Math.round(rate * settings.times().warmUp().toSeconds()));
        long records = first
                + Math.max(1, Math.round(rate * settings.times().measured().toSeconds()));
        Path log = log(settings, "producer", rate);
        String produced = output(
                children,
                settings,
                log,
                "org.apache.kafka.tools.ProducerPerformance",
                "--topic " + TOPIC + " --num-records " + records + " --warmup-records " + first + " --record-size "
                        + RECORD_BYTES + " --throughput " + Math.round(rate)
                        + " --producer-props acks=all batch.size=65536 linger.ms=" + lingerMs + " bootstrap.servers="
                        + bootstrap);
        Matcher figures = found(PRODUCED, produced, log);
        return new StockTools(
                Double.parseDouble(figures.group(1)),
                Double.parseDouble(figures.group(2)),
                Double.parseDouble(figures.group(3)),
                Double.parseDouble(figures.group(4)),
                null,
                null);
    }

    /** ProducerPerformance does not; as many partitions as the telemetry has. */
    private static void makeTopic(String bootstrap) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(PARTITIONS), Optional.empty())))
                    .all()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Kafka did not make the topic of its own tools: " + e.getMessage(), e);
        }
    }

    /** The same with what EndToEndLatency tells. */
    StockTools withOneAtATime(Children children, TelemetrySettings settings, String bootstrap, int records)
            throws IOException, InterruptedException {
        Path log = log(settings, "end-to-end", perSecond);
        String told = output(
                children,
                settings,
                log,
                EndToEndLatencyTwice.class.getName(),
                "--bootstrap-server " + bootstrap + " --topic " + TOPIC + "-one --num-records " + records
                        + " --producer-acks all --record-size " + RECORD_BYTES);
        Matcher figures = found(PERCENTILES, told, log);
        return new StockTools(
                perSecond, p50Ms, p99Ms, p999Ms, Double.valueOf(figures.group(1)), Double.valueOf(figures.group(2)));
    }

    private static Path log(TelemetrySettings settings, String tool, double rate) {
        return settings.output().resolve("logs").resolve("stock-%s-%.0f.log".formatted(tool, rate));
    }

    /** @param arguments of the tool, separated by blanks */
    private static String output(Children children, TelemetrySettings settings, Path log, String main, String arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(settings.lab().toolJvmArguments());
        command.addAll(List.of(
                "-Xmx256m",
                "-Dlogback.configurationFile=io/dronedelivery/lab/accounts/telemetry/stock-logback.xml",
                "-cp",
                settings.lab().classPath(),
                main));
        command.addAll(List.of(arguments.split(" ")));
        return children.run("Kafka's tool", command, log, PATIENCE);
    }

    private static Matcher found(Pattern pattern, String text, Path log) {
        @Nullable Matcher last = null;
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            last = pattern.matcher(matcher.group());
        }
        if (last == null || !last.find()) {
            throw new IllegalStateException("Kafka's tool told no figures; see " + log);
        }
        return last;
    }

    /**
     * Runs Kafka's EndToEndLatency twice in one JVM: it has no warm-up, and the slowest hundredth of its first records is the start of a JVM. The
     * figures of the second run are printed last.
     */
    static final class EndToEndLatencyTwice {

        private EndToEndLatencyTwice() {}

        /** With the tool's own arguments; its {@code main} would end the JVM. */
        public static void main(String[] args) throws ReflectiveOperationException {
            Method tool = EndToEndLatency.class.getDeclaredMethod("execute", String[].class);
            tool.setAccessible(true);
            for (int run = 1; run <= 2; run++) {
                tool.invoke(null, (Object) args);
            }
        }
    }
}
