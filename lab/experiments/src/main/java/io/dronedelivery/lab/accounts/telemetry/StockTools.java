package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
        String classPath = settings.lab().classPath();
        Path logs = settings.output().resolve("logs");
        Path producer = logs.resolve("stock-producer-%.0f.log".formatted(rate));
        String produced = output(
                children,
                settings.lab().toolJvmArguments(),
                List.of(
                        "-Xmx256m",
                        "-Dlogback.configurationFile=io/dronedelivery/lab/accounts/telemetry/stock-logback.xml",
                        "-cp",
                        classPath,
                        "org.apache.kafka.tools.ProducerPerformance",
                        "--topic",
                        TOPIC,
                        "--num-records",
                        Long.toString(records),
                        "--warmup-records",
                        Long.toString(first),
                        "--record-size",
                        Integer.toString(RECORD_BYTES),
                        "--throughput",
                        String.format(Locale.ROOT, "%.0f", rate),
                        "--producer-props",
                        "bootstrap.servers=" + bootstrap,
                        "acks=all",
                        "batch.size=65536",
                        "linger.ms=" + lingerMs),
                producer);
        Matcher figures = found(PRODUCED, produced, producer);
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
        Path log = settings.output().resolve("logs").resolve("stock-end-to-end-%.0f.log".formatted(perSecond));
        String told = output(
                children,
                settings.lab().toolJvmArguments(),
                List.of(
                        "-Xmx256m",
                        "-Dlogback.configurationFile=io/dronedelivery/lab/accounts/telemetry/stock-logback.xml",
                        "-cp",
                        settings.lab().classPath(),
                        EndToEndLatencyTwice.class.getName(),
                        "--bootstrap-server",
                        bootstrap,
                        "--topic",
                        TOPIC + "-one",
                        "--num-records",
                        Integer.toString(records),
                        "--producer-acks",
                        "all",
                        "--record-size",
                        Integer.toString(RECORD_BYTES)),
                log);
        Matcher figures = found(PERCENTILES, told, log);
        return new StockTools(
                perSecond, p50Ms, p99Ms, p999Ms, Double.valueOf(figures.group(1)), Double.valueOf(figures.group(2)));
    }

    private static String output(Children children, List<String> jvm, List<String> tool, Path log)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(jvm);
        command.addAll(tool);
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

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("perSecond", perSecond);
        json.put("p50Ms", p50Ms);
        json.put("p99Ms", p99Ms);
        json.put("p999Ms", p999Ms);
        json.put("oneP50Ms", oneP50Ms);
        json.put("oneP99Ms", oneP99Ms);
        return json;
    }
}
