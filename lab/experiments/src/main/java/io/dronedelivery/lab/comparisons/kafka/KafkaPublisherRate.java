package io.dronedelivery.lab.comparisons.kafka;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.kafka.Contender.ContenderRound;
import io.dronedelivery.lab.comparisons.kafka.PublisherRateReport.PublisherLine;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.report.Machine;
import io.dronedelivery.messaging.kafka.TopicAdmin;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Measures how many events a second our publisher sends to Kafka, beside Kafka's own tool in the same run. */
public final class KafkaPublisherRate {

    private static final String OUR_TOPIC = "ours";
    private static final String STOCK_TOPIC = "stock";
    private static final String KEYED_TOPIC = "keyed";
    private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);

    private KafkaPublisherRate() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or {@code --limit} was missed, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(
                PublisherRateOptions.HELP, PublisherRateOptions::parse, KafkaPublisherRate::withinLimit, args));
    }

    private static boolean withinLimit(PublisherRateOptions options) throws IOException, InterruptedException {
        return run(options).percent() >= options.limitPercent().orElse(0);
    }

    /**
     * Starts the broker, measures, writes the results and stops the broker.
     *
     * @throws IOException when the broker does not start or not everything was sent
     */
    static PublisherRateReport run(PublisherRateOptions options) throws IOException, InterruptedException {
        BrokerProcess.quietLog();
        Files.createDirectories(options.output());
        ComparisonReport about = about(options);
        try (Children children = new Children()) {
            Jvm broker = BrokerProcess.start(children, BrokerProcess.ServerKind.KAFKA, "1g", options.output());
            String bootstrapServers = "localhost:" + broker.port();
            createTopics(bootstrapServers, options.partitions());
            PublisherRateReport report = new PublisherRateReport(measure(bootstrapServers, options));
            report.tell(about, options.output());
            return report;
        }
    }

    private static List<PublisherLine> measure(String bootstrapServers, PublisherRateOptions options)
            throws IOException, InterruptedException {
        int bytes = PublisherUnderTest.recordBytes(
                OurPublisher.events(OUR_TOPIC, options.bytes()).get(0));
        Map<String, String> settings = PublisherUnderTest.producerSettings(bootstrapServers, options.linger());
        List<Contender> contenders = List.of(
                new StockProducer(STOCK_TOPIC, bytes, settings, options.output()),
                new KeyedProducer(settings, OurPublisher.events(KEYED_TOPIC, options.bytes())),
                new OurPublisher(bootstrapServers, OUR_TOPIC, options),
                new OurLists(bootstrapServers, OUR_TOPIC, options, false),
                new OurLists(bootstrapServers, OUR_TOPIC, options, true));
        List<PublisherLine> lines = contenders.stream()
                .map(contender -> new PublisherLine(contender.title(), new ArrayList<>()))
                .toList();
        for (int round = 1 - options.warmUpRounds(); round <= options.rounds(); round++) {
            for (int i = 0; i < contenders.size(); i++) {
                Duration before = Machine.cpuTime();
                ContenderRound result = contenders.get(i).send(options.records());
                result = result.withCpu(Machine.cpuTime().minus(before));
                say(
                        "%s, %s: %,.0f records/s, %.1f µs",
                        round < 1 ? "warm-up" : "round " + round + " of " + options.rounds(),
                        contenders.get(i).title(),
                        result.recordsPerSecond(),
                        result.cpuMicrosPerRecord());
                if (round >= 1) {
                    lines.get(i).rounds().add(result);
                }
            }
        }
        return lines;
    }

    private static void createTopics(String bootstrapServers, int partitions) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<NewTopic> topics = Stream.of(STOCK_TOPIC, KEYED_TOPIC, OUR_TOPIC)
                    .map(topic -> new NewTopic(topic, Optional.of(partitions), Optional.empty()))
                    .toList();
            TopicAdmin.make(admin, topics).toFuture().get(ADMIN_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The topics could not be made", e);
        }
    }

    private static ComparisonReport about(PublisherRateOptions options) {
        int bytes = PublisherUnderTest.recordBytes(
                OurPublisher.events(OUR_TOPIC, options.bytes()).get(0));
        return new ComparisonReport("Events a second published to Kafka")
                .setting(
                        "records",
                        "%,d a round, of %,d bytes; %,d of them are data of our events, the others key and attributes"
                                .formatted(options.records(), bytes, options.bytes()))
                .setting(
                        "rounds",
                        options.rounds() + " for each in turns, after " + options.warmUpRounds() + " to warm up")
                .setting(
                        "lists", "of %,d events; their p50 and p99 are those of a whole list".formatted(options.list()))
                .setting("topic", options.partitions() + " partitions, one broker in a JVM of its own")
                .setting("our events in flight", "at most " + options.inFlight())
                .setting(
                        "producer",
                        "acks=all, idempotent, linger.ms=" + options.linger().toMillis() + ", batch.size=65536");
    }
}
