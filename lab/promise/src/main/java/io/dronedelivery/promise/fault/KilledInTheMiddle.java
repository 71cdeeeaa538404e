package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * All instances of invoice-service die while their handlers are in the middle of their work. What they had must be at the broker still.
 *
 * @param time how long it is waited for the broker to believe that everything is done, which it must not
 */
public record KilledInTheMiddle(Duration time) implements Fault {

    private static final String WAITING =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND usename = 'drone_delivery'";

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN ACCESS EXCLUSIVE MODE");
            Awaitility.await("a handler in the middle of its work")
                    .atMost(Scene.PATIENCE)
                    .until(() -> waiting(scene) > 0);
            awaitThatTheBrokerHasNothing(scene);
            scene.killAll(ClusterPart.INVOICE_SERVICE);
            database.rollback();
        }
        scene.startAll(ClusterPart.INVOICE_SERVICE);
        return new StruckFault("killed in the middle", "invoice-service killed in the middle of its handlers");
    }

    private void awaitThatTheBrokerHasNothing(Scene scene) {
        try {
            Awaitility.await()
                    .atMost(time)
                    .until(() -> scene.cluster().broker().waitingFor(ClusterPart.INVOICE_SERVICE) == 0);
        } catch (ConditionTimeoutException asItShouldBe) {
            // It keeps what is not done.
        }
    }

    private static int waiting(Scene scene) throws Exception {
        try (Connection superuser = scene.cluster().databaseAsSuperuser();
                Statement statement = superuser.createStatement();
                ResultSet rows = statement.executeQuery(WAITING)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }
}
