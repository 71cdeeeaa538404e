package io.dronedelivery.promise;

import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.load.Ledger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Every second: what was accepted, billed and refused. Its own thread writes it, any may read it. */
final class PromiseTimeline implements AutoCloseable {

    private final TestCluster cluster;
    private final Ledger ledger;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final long start = System.nanoTime();
    private final List<double[]> seconds = new ArrayList<>();

    PromiseTimeline(TestCluster cluster, Ledger ledger) {
        this.cluster = cluster;
        this.ledger = ledger;
        clock.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
    }

    /** How many seconds have passed. */
    double now() {
        return Math.round((System.nanoTime() - start) / 1e8) / 10.0;
    }

    private void sample() {
        double[] second = {
            now(), ledger.acceptedCount(), lines(), ledger.failures().size()
        };
        synchronized (seconds) {
            seconds.add(second);
        }
    }

    /** NaN while the database does not answer. */
    private double lines() {
        try (Connection database = cluster.database();
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM invoice_line")) {
            return rows.next() ? rows.getInt(1) : Double.NaN;
        } catch (SQLException unavailable) {
            return Double.NaN;
        }
    }

    /** Columns by name; {@code at} has the seconds. */
    Map<String, List<Double>> columns() {
        Map<String, List<Double>> columns = new LinkedHashMap<>();
        List<String> names = List.of("at", "accepted", "lines", "failed");
        synchronized (seconds) {
            for (int column = 0; column < names.size(); column++) {
                int index = column;
                columns.put(
                        names.get(column),
                        seconds.stream().map(second -> second[index]).toList());
            }
        }
        return columns;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
