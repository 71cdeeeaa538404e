package io.dronedelivery.promise.fault;

import java.sql.Connection;
import java.sql.Statement;

/**
 * PostgreSQL fails over to a server that lacks the last commits: all connections break, and then the last lines are gone, each with its
 * inbox row, which was the same transaction. Nothing in the cluster knows of it; an audit finds them.
 */
public final class PostgresFailover implements Fault {

    private static final int LOST = 10;
    private static final String LAST =
            "SELECT delivery_id FROM invoice_line ORDER BY created_at DESC, delivery_id LIMIT " + LOST;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        try (Connection superuser = scene.cluster().databaseAsSuperuser();
                Statement statement = superuser.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE usename = 'drone_delivery' AND pid <> pg_backend_pid()");
        }
        int lines;
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            statement.execute("CREATE TEMPORARY TABLE lost ON COMMIT DROP AS " + LAST);
            statement.executeUpdate(
                    "DELETE FROM inbox WHERE event_id IN (SELECT delivery_id || ':completed' FROM lost)");
            lines = statement.executeUpdate(
                    "DELETE FROM invoice_line WHERE delivery_id IN (SELECT delivery_id FROM lost)");
            database.commit();
        }
        scene.check(
                "a failover loses the last commits, so that there is something to find", lines == LOST, "%d", lines);
        return new StruckFault("failover", "PostgreSQL failed over, its last %d lines are gone".formatted(lines));
    }
}
