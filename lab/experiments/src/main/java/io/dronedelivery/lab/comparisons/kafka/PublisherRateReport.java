package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.kafka.Contender.ContenderRound;
import io.dronedelivery.lab.kit.history.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param setting what the figures depend on, by name
 * @param lines one for each contender; the first is the one that the others are compared with
 */
record PublisherRateReport(Map<String, String> setting, List<PublisherLine> lines) {

    /** One contender's rounds. */
    record PublisherLine(String title, List<ContenderRound> rounds) {

        /** Median over the rounds. */
        double median(ToDoubleFunction<ContenderRound> figure) {
            return Spread.of(rounds, figure).median();
        }

        Spread rate() {
            return Spread.of(rounds, ContenderRound::recordsPerSecond);
        }
    }

    /** How much of the first one's rate our publisher reaches with single events. */
    double percent() {
        return 100 * ours().rate().median() / lines.get(0).rate().median();
    }

    private PublisherLine ours() {
        return lines.stream()
                .filter(line -> line.title().equals(OurPublisher.TITLE))
                .findFirst()
                .orElseThrow();
    }

    private List<Measurement> besidePeers() {
        PublisherLine ours = ours();
        return lines.subList(0, lines.indexOf(ours)).stream()
                .map(peer -> ours.rate().beside(peer.title(), peer.rate(), "Kafka: " + ours.title(), "/s"))
                .toList();
    }

    String markdown() {
        List<String> rows = new ArrayList<>();
        rows.add("| sender | records/s, median (min to max) | beside the first | CPU of the sender | p50 | p99 |");
        rows.add("|---|---|---|---|---|---|");
        lines.forEach(line -> rows.add(row(line)));
        return ComparisonResults.markdown("Events a second published to Kafka", String.join("\n", rows), setting);
    }

    private String row(PublisherLine line) {
        Spread rate = line.rate();
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f (%,.0f to %,.0f) | %.0f %% | %.1f µs a record | %.1f ms | %.1f ms |",
                line.title(),
                rate.median(),
                rate.min(),
                rate.max(),
                100 * rate.median() / lines.get(0).rate().median(),
                line.median(ContenderRound::cpuMicrosPerRecord),
                line.median(ContenderRound::p50Millis),
                line.median(ContenderRound::p99Millis));
    }

    /** Writes and prints it. */
    void tell(Path directory) throws IOException {
        ComparisonResults.tell(directory, Map.of("setting", setting, "senders", lines), markdown(), besidePeers());
    }
}
