package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.http.JsonApi;
import io.dronedelivery.lab.kit.report.Checks;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The limits of a gateway during a row, as its meters tell them whenever they are read. One thread reads and asks. */
final class LimitGauges {

    private static final Pattern GAUGE = Pattern.compile(
            "^gateway_limit(|_in_flight|_waiting)\\{[^}]*\\bplace=\"([^\"]*)\"[^}]*} ([0-9.eE+-]+)", Pattern.MULTILINE);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final JsonApi gateway;
    private final Map<String, Seen> places = new TreeMap<>();

    /** @param meters where the gateway tells them, in the text format of Prometheus */
    LimitGauges(URI meters) {
        gateway = new JsonApi(meters, TIMEOUT);
    }

    /** Forgets the row before. */
    void forget() {
        places.clear();
    }

    /** What cannot be read in time on a busy machine is not seen. */
    void read() throws InterruptedException {
        try {
            see(gateway.body(gateway.request("/actuator/prometheus")));
        } catch (IOException e) {
            System.out.println("The gateway's meters could not be read: " + e);
        }
    }

    /** @param text all meters; a gauge that has further tags, such as a priority, counts with the sum over them */
    void see(String text) {
        Map<String, Map<String, Double>> now = GAUGE.matcher(text)
                .results()
                .collect(Collectors.groupingBy(
                        gauge -> gauge.group(2),
                        TreeMap::new,
                        Collectors.groupingBy(gauge -> gauge.group(1), Collectors.summingDouble(LimitGauges::value))));
        now.forEach((place, gauges) -> places.merge(place, Seen.of(gauges), Seen::and));
    }

    private static double value(MatchResult gauge) {
        return Double.parseDouble(gauge.group(3));
    }

    /** What was seen at the places that were in use. */
    String seen() {
        return places.entrySet().stream()
                .filter(place -> place.getValue().inFlight() > 0)
                .map(place -> place.getKey() + ' ' + place.getValue().text())
                .collect(Collectors.joining("; "));
    }

    /** The least and the highest limit, and the most that was in flight and waiting. */
    private record Seen(double least, double most, double inFlight, double waiting) {

        private static Seen of(Map<String, Double> gauges) {
            double limit = gauges.getOrDefault("", 0.0);
            return new Seen(limit, limit, gauges.getOrDefault("_in_flight", 0.0), gauges.getOrDefault("_waiting", 0.0));
        }

        private Seen and(Seen other) {
            return new Seen(
                    Math.min(least, other.least),
                    Math.max(most, other.most),
                    Math.max(inFlight, other.inFlight),
                    Math.max(waiting, other.waiting));
        }

        private String text() {
            return Checks.text(
                    least == most ? "%2$.0f (%3$.0f, %4$.0f)" : "%1$.0f to %2$.0f (%3$.0f, %4$.0f)",
                    least,
                    most,
                    inFlight,
                    waiting);
        }
    }
}
