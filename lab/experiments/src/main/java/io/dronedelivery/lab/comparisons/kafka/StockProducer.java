package io.dronedelivery.lab.comparisons.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.tools.ProducerPerformance;

/** {@code kafka-producer-perf-test}, as it comes with Kafka. Its figures are the ones that it prints. */
final class StockProducer implements Contender {

    private static final int PAYLOADS = 1_000;
    private static final Pattern RESULT = Pattern.compile(
            "(\\d+) records sent, ([0-9.]+) records/sec.*, (\\d+) ms 50th, .* (\\d+) ms 99th,", Pattern.DOTALL);

    private final String topic;
    private final Path payloads;
    private final Map<String, String> settings;

    /** @param bytes of each record */
    StockProducer(String topic, int bytes, Map<String, String> settings, Path directory) throws IOException {
        this.topic = topic;
        this.settings = settings;
        // The payload comes from a file: otherwise the tool spends its time on generating random letters.
        this.payloads = Files.write(
                directory.resolve("payloads.txt"),
                Collections.nCopies(PAYLOADS, "x".repeat(bytes)),
                StandardCharsets.US_ASCII);
    }

    @Override
    public String title() {
        return "ProducerPerformance of Kafka";
    }

    @Override
    public ContenderRound send(int records) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--topic", topic, "--num-records", "" + records));
        arguments.addAll(List.of("--throughput", "-1", "--payload-file", payloads.toString(), "--producer-props"));
        settings.forEach((name, value) -> arguments.add(name + "=" + value));
        return parse(records, outputOf(arguments.toArray(String[]::new)));
    }

    /** The tool has no other way to tell. */
    private static String outputOf(String... arguments) throws IOException {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            ProducerPerformance.main(arguments);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    static ContenderRound parse(int records, String output) throws IOException {
        String last = Arrays.stream(output.split("\n"))
                .filter(line -> line.contains("99.9th"))
                .reduce("", (before, line) -> line);
        Matcher result = RESULT.matcher(last);
        if (!result.find() || Integer.parseInt(result.group(1)) != records) {
            throw new IOException("ProducerPerformance did not send " + records + " records: " + output);
        }
        return new ContenderRound(
                records,
                Double.parseDouble(result.group(2)),
                Double.parseDouble(result.group(3)),
                Double.parseDouble(result.group(4)),
                0);
    }
}
