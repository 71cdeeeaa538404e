package io.dronedelivery.lab.accounts.stepload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * How the calls to Cosmos DB lie in a transaction, which tells a serial query from a parallel one.
 *
 * @param calls data calls to the flights
 * @param backOffs waits after a 429
 * @param overlapping calls that began before the one before had ended
 */
record Shape(int calls, int backOffs, int overlapping) {

    static final Map<String, String> EXPECTED = Map.of(
            "Test 1", "a 429 and then a wait",
            "Test 2", "a staircase",
            "Test 3", "calls at the same time",
            "Test 4", "one call");

    /** Clocks of two threads may differ by this, in milliseconds. */
    private static final double JITTER = 1;

    private record Span(double from, double to) {}

    /** @param transaction as LocalApplicationInsights answers it */
    static Shape of(JsonNode transaction) {
        List<Span> spans = new ArrayList<>();
        int waits = 0;
        for (JsonNode row : transaction.path("rows")) {
            JsonNode dimensions = row.path("dimensions");
            boolean data = "data".equals(dimensions.path("cosmos.kind").asString(""))
                    && "flights".equals(dimensions.path("cosmos.container").asString(""));
            if (data) {
                double from = row.path("offsetMs").asDouble(0);
                spans.add(new Span(from, from + row.path("durationMs").asDouble(0)));
            }
            waits += "backoff".equals(row.path("kind").asString("")) ? 1 : 0;
        }
        spans.sort(Comparator.comparingDouble(Span::from));
        int overlapping = 0;
        for (int i = 1; i < spans.size(); i++) {
            overlapping += spans.get(i).from() < spans.get(i - 1).to() - JITTER ? 1 : 0;
        }
        return new Shape(spans.size(), waits, overlapping);
    }

    boolean shows(String test) {
        return switch (test) {
            case "Test 1" -> backOffs > 0;
            case "Test 2" -> calls == StepLoadTest.PARTITIONS && overlapping == 0;
            case "Test 3" -> calls == StepLoadTest.PARTITIONS && overlapping >= StepLoadTest.PARTITIONS / 2;
            case "Test 4" -> calls == 1;
            default -> true;
        };
    }

    String text() {
        return "%d calls, %d of them overlap, %d waits".formatted(calls, overlapping, backOffs);
    }
}
