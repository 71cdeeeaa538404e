package io.dronedelivery.lab.comparisons.dispatch;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param lines one for each sender
 */
record RateReport(List<RateLine> lines) {

    /**
     * One measured round of one sender.
     *
     * @param messages that the broker has confirmed
     * @param nanos how long it took
     * @param clientCpuNanos that the sending process used meanwhile
     * @param brokerCpuNanos that the broker used
     */
    record RateRound(long messages, long nanos, long clientCpuNanos, long brokerCpuNanos) {

        double messagesPerSecond() {
            return messages * 1e9 / nanos;
        }

        double clientMicrosPerMessage() {
            return clientCpuNanos / 1e3 / messages;
        }

        double brokerMicrosPerMessage() {
            return brokerCpuNanos / 1e3 / messages;
        }
    }

    /** The figures of one sender; {@code reference} names the one it is compared with, itself for that one. */
    record RateLine(String name, String title, String reference, List<RateRound> rounds) {

        double median(ToDoubleFunction<RateRound> figure) {
            return Spread.median(rounds, figure);
        }

        Spread rate() {
            return Spread.of(rounds, RateRound::messagesPerSecond);
        }
    }

    /** The rate of a sender as a share of its reference's, in percent, where that one took part. */
    OptionalDouble percentOfReference(RateLine line) {
        return reference(line)
                .mapToDouble(reference ->
                        100 * line.rate().median() / reference.rate().median())
                .findFirst();
    }

    private Stream<RateLine> reference(RateLine line) {
        return lines.stream().filter(other -> other.name().equals(line.reference()));
    }

    private List<Measurement> besidePeers() {
        return lines.stream()
                .flatMap(line -> reference(line)
                        .filter(reference -> reference != line)
                        .map(reference -> line.rate()
                                .beside(reference.title(), reference.rate(), "Service Bus: " + line.title(), "/s")))
                .toList();
    }

    /** Writes and prints it. */
    void tell(ComparisonReport about, Path directory) throws IOException {
        about.figure("senders", lines.stream().map(this::json).toList());
        about.tell(
                directory,
                Table.of(lines)
                        .column("sender", RateLine::title)
                        .column(
                                "messages/s, median (min to max)",
                                line -> line.rate().text("%,.0f (%,.0f to %,.0f)"))
                        .column(
                                "beside the bare one with whole events",
                                line -> percentOfReference(line).stream()
                                        .mapToObj(percent -> text("%.0f %%", percent))
                                        .findFirst()
                                        .orElse(""))
                        .column(
                                "client CPU a message",
                                "%.1f µs",
                                line -> line.median(RateRound::clientMicrosPerMessage))
                        .column(
                                "broker CPU a message",
                                "%.1f µs",
                                line -> line.median(RateRound::brokerMicrosPerMessage))
                        .toString(),
                besidePeers());
    }

    private Map<String, Object> json(RateLine line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", line.name());
        json.put("title", line.title());
        json.put("messagesPerSecond", line.median(RateRound::messagesPerSecond));
        percentOfReference(line).ifPresent(percent -> json.put("percentOfReference", percent));
        json.put("clientMicrosPerMessage", line.median(RateRound::clientMicrosPerMessage));
        json.put("brokerMicrosPerMessage", line.median(RateRound::brokerMicrosPerMessage));
        json.put(
                "roundsMessagesPerSecond",
                line.rounds().stream()
                        .map(RateRound::messagesPerSecond)
                        .sorted()
                        .toList());
        return json;
    }
}
