package io.dronedelivery.promise;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.cluster.ClusterPlan;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.fault.KilledBeforeItSent;
import io.dronedelivery.promise.fault.KilledInTheMiddle;
import io.dronedelivery.promise.fault.RepeatedEvents;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Builds without a protection, each of which the account has to find. They share a cluster, since each breaks something else. */
@Tag("whole")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KafkaBrokenBuildsIT {

    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.start(ClusterPlan.small(StackBroker.KAFKA, Path.of("target", "broken-builds-kafka"))
                .with("delivery-service-1", BrokenBuilds.EMPTIED_EARLY)
                .with("invoice-service-1", BrokenBuilds.COMMITTED_EARLY, BrokenBuilds.NO_INBOX, BrokenBuilds.NO_LOCK));
        try (Connection database = cluster.database();
                Statement statement = database.createStatement()) {
            statement.execute("ALTER TABLE invoice_line DROP CONSTRAINT invoice_line_delivery_id_key");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Comes first: lines that the other tests do not know of would be found, too. */
    @Test
    @Order(1)
    void without_inbox_and_lock_events_that_come_twice_are_billed_twice() throws Exception {
        new BrokenCluster(cluster, "repeated")
                .isFoundOut(new RepeatedEvents(), "a line that nobody asked for, or a second one");
    }

    @Test
    @Order(2)
    void offsets_that_are_committed_early_lose_what_a_dead_process_had() throws Exception {
        new BrokenCluster(cluster, "committed")
                .isFoundOut(new KilledInTheMiddle(Duration.ofMinutes(4)), "without a line: ");
    }

    @Test
    @Order(3)
    void outbox_that_is_emptied_early_loses_what_was_not_sent() throws Exception {
        new BrokenCluster(cluster, "emptied")
                .isFoundOut(new KilledBeforeItSent(Duration.ofSeconds(1)), "without a line: ");
    }
}
