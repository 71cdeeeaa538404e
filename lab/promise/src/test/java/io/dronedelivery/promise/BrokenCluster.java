package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.fault.Fault;
import io.dronedelivery.promise.fault.Scene;
import io.dronedelivery.promise.load.Ledger;
import io.dronedelivery.promise.load.LineAccount;
import io.dronedelivery.promise.load.OrderLoad;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;

/** A cluster of which one build is broken: what the cluster as it is survives must show it. */
final class BrokenCluster {

    private static final int ORDERS_PER_SECOND = 10;
    private static final int ORDERS = 20;
    private static final long SEED = 4711;

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /** What is lost stays lost; what is only late has come when nothing is at the broker any more. */
    private static final Duration LATE = Duration.ofSeconds(15);

    private final TestCluster cluster;
    private final String run;
    private final Ledger ledger = new Ledger();

    BrokenCluster(TestCluster cluster, String run) {
        this.cluster = cluster;
        this.run = run;
    }

    /** The account must find fault, in these words. */
    void isFoundOut(Fault fault, String finding) throws Exception {
        try (OrderLoad load = OrderLoad.at(cluster, ledger, ORDERS_PER_SECOND, run, SEED)) {
            load.awaitSent(ORDERS);
            Awaitility.await("the first lines")
                    .atMost(PATIENCE)
                    .until(() -> new LineAccount(cluster, ledger).lines() > 0);
            fault.strike(new Scene(cluster, load, ledger, new Random(SEED)));
            load.settle();
        }
        for (ClusterPart service : ClusterPart.services()) {
            Awaitility.await("nothing at the broker for " + service)
                    .atMost(PATIENCE)
                    .until(() -> cluster.broker().waitingFor(service) == 0);
        }
        assertThatThrownBy(() -> new LineAccount(cluster, ledger, LATE).settle())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(finding);
    }
}
