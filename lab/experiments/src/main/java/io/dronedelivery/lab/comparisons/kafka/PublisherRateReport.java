package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.kafka.Contender.ContenderRound;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param lines one for each contender; the first is the one that the others are compared with
 */
record PublisherRateReport(List<PublisherLine> lines) {

    /** One contender's rounds. */
    record PublisherLine(String title, List<ContenderRound> rounds) {

        /** Median over the rounds. */
        double median(ToDoubleFunction<ContenderRound> figure) {
            return Spread.median(rounds, figure);
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

    /** Writes and prints it. */
    void tell(ComparisonReport about, Path directory) throws IOException {
        double first = lines.get(0).rate().median();
        about.figure("senders", lines);
        about.tell(
                directory,
                Table.of(lines)
                        .column("sender", PublisherLine::title)
                        .column(
                                "records/s, median (min to max)",
                                line -> line.rate().text("%,.0f (%,.0f to %,.0f)"))
                        .column(
                                "beside the first",
                                "%.0f %%",
                                line -> 100 * line.rate().median() / first)
                        .column(
                                "CPU of the sender",
                                "%.1f µs a record",
                                line -> line.median(ContenderRound::cpuMicrosPerRecord))
                        .column("p50", "%.1f ms", line -> line.median(ContenderRound::p50Millis))
                        .column("p99", "%.1f ms", line -> line.median(ContenderRound::p99Millis))
                        .toString(),
                besidePeers());
    }
}
