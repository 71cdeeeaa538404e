package io.dronedelivery.loadtest.lab;

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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a service's Prometheus endpoint every second. Counters that the service keeps itself: never sampled, never dropped. */
final class ServiceMeters implements AutoCloseable {

    private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+)(\\{[^}]*})? ([0-9.eE+-]+|NaN)$");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * What the endpoint said.
     *
     * @param values by name and labels, such as {@code up{application="a"}}
     */
    record Snapshot(long atMillis, Map<String, Double> values) {

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
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final HttpRequest request;

    ServiceMeters(URI service) {
        this.request = HttpRequest.newBuilder(service.resolve("/actuator/prometheus"))
                .timeout(TIMEOUT)
                .build();
        ticker.scheduleAtFixedRate(this::readQuietly, 0, 1, TimeUnit.SECONDS);
    }

    /** One more, now. */
    void read() throws IOException, InterruptedException {
        String body = http.send(request, BodyHandlers.ofString()).body();
        Map<String, Double> values = new LinkedHashMap<>();
        Matcher line = LINE.matcher(body);
        while (line.find()) {
            values.put(line.group(1) + (line.group(2) == null ? "{}" : line.group(2)), Double.valueOf(line.group(3)));
        }
        synchronized (snapshots) {
            snapshots.add(new Snapshot(System.currentTimeMillis(), values));
        }
    }

    List<Snapshot> snapshots() {
        synchronized (snapshots) {
            return List.copyOf(snapshots);
        }
    }

    private void readQuietly() {
        try {
            read();
        } catch (IOException missed) {
            return; // the next one has it: these are running totals
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
