package io.dronedelivery.promise.fault;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import io.dronedelivery.promise.cluster.ServiceInstance;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.load.Ledger;
import io.dronedelivery.promise.load.LineAccount;
import io.dronedelivery.promise.load.Order;
import io.dronedelivery.promise.load.OrderLoad;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Where something goes wrong, and what must hold all the same. Used by one thread at a time. */
public final class Scene {

    /** Generous: other builds may share the machine. */
    static final Duration PATIENCE = Duration.ofMinutes(6);

    private final TestCluster cluster;
    private final OrderLoad load;
    private final Ledger ledger;
    private final Random chance;
    private final Map<String, Check> checks = new LinkedHashMap<>();

    public Scene(TestCluster cluster, OrderLoad load, Ledger ledger, Random chance) {
        this.cluster = cluster;
        this.load = load;
        this.ledger = ledger;
        this.chance = chance;
    }

    TestCluster cluster() {
        return cluster;
    }

    OrderLoad load() {
        return load;
    }

    Ledger ledger() {
        return ledger;
    }

    Random chance() {
        return chance;
    }

    /** Something that must hold each time; of those with the same name the first that fails is kept, or else the last. */
    public void check(String name, boolean holds, String figure, Object... values) {
        Check check = new Check(name, holds, Checks.text(figure, values));
        checks.merge(name, check, (before, now) -> before.holds() ? now : before);
    }

    public List<Check> checks() {
        return List.copyOf(checks.values());
    }

    /** In the database of the invoices. */
    void execute(String sql) throws SQLException {
        try (Connection database = cluster.database();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    void killAll(ClusterPart part) throws InterruptedException {
        for (ServiceInstance instance : cluster.instances(part)) {
            instance.kill();
        }
    }

    /** All instances of a part; returns when the cluster takes requests. */
    void startAll(ClusterPart part) throws IOException {
        for (ServiceInstance instance : cluster.instances(part)) {
            instance.start();
        }
        cluster.awaitReady();
    }

    /**
     * Orders beside the load, until the order is accepted.
     *
     * @param owner has no other order, and begins as those of the load do
     * @return the delivery's id
     */
    String accepted(String owner) {
        Order order = new Order(Optional.of(owner), owner, 47.64, -122.13, 47.61, -122.33, List.of(125, 75), false);
        String url = cluster.url(ClusterPart.GATEWAY) + "/api/v1/deliveries";
        String[] headers = Stream.concat(Stream.of("Idempotency-Key", owner), Stream.of(cluster.headers()))
                .toArray(String[]::new);
        HttpAnswer answer = Awaitility.await("an answer")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> Http.post(url, order.json(), headers), found -> found.status() == 202);
        String deliveryId = answer.json().get("deliveryId").asString();
        ledger.accepted(deliveryId, order);
        return deliveryId;
    }

    /** Waits for one more invoice line. */
    void awaitLine(String after) throws SQLException {
        LineAccount account = new LineAccount(cluster, ledger);
        int before = account.lines();
        Awaitility.await("a line after " + after).atMost(PATIENCE).until(() -> account.lines() > before);
    }

    static void last(Duration time) {
        Awaitility.await("the end of a fault")
                .pollDelay(time)
                .atMost(time.plus(PATIENCE))
                .until(() -> true);
    }
}
