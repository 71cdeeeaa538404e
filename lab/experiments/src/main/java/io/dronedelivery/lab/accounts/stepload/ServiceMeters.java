package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.loadtest.AnswerInTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a service's Prometheus endpoint. */
final class ServiceMeters {

    private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+)(\\{[^}]*})? ([0-9.eE+-]+|NaN)$");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * What the endpoint said.
     *
     * @param values by name and labels, such as {@code up{application="a"}}
     */
    record Snapshot(Map<String, Double> values) {

        /** The sum of all series of a name whose labels contain all these texts. */
        double sum(String name, String... labels) {
            double sum = 0;
            for (Map.Entry<String, Double> value : values.entrySet()) {
                String key = value.getKey();
                if (key.startsWith(name + "{") && List.of(labels).stream().allMatch(key::contains)) {
                    sum += value.getValue();
                }
            }
            return sum;
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final HttpRequest request;

    ServiceMeters(URI service) {
        this.request = HttpRequest.newBuilder(service.resolve("/actuator/prometheus"))
                .timeout(TIMEOUT)
                .build();
    }

    /** Reads it now. */
    void read() throws IOException, InterruptedException {
        String body = AnswerInTime.of(http, request, BodyHandlers.ofString()).body();
        Map<String, Double> values = new LinkedHashMap<>();
        Matcher line = LINE.matcher(body);
        while (line.find()) {
            values.put(line.group(1) + (line.group(2) == null ? "{}" : line.group(2)), Double.valueOf(line.group(3)));
        }
        snapshots.add(new Snapshot(values));
    }

    /** All snapshots, in order. */
    List<Snapshot> snapshots() {
        return List.copyOf(snapshots);
    }

    /**
     * Waits until a counter has come this far.
     *
     * @throws IllegalStateException when it has not after this time
     */
    void await(String counter, double value, Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        do {
            read();
            if (snapshots.get(snapshots.size() - 1).sum(counter) >= value) {
                return;
            }
            Thread.sleep(1_000);
        } while (System.nanoTime() < end);
        throw new IllegalStateException(
                counter + " did not come to " + value + " within " + patience.toMinutes() + " minutes");
    }
}
