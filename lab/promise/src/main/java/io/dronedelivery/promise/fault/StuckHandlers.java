package io.dronedelivery.promise.fault;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;

/**
 * Handlers that hang in the middle of their work: somebody holds the table of the lines.
 *
 * @param time for how long; statements of invoice-service end after 5 s
 */
public record StuckHandlers(Duration time) implements Fault {

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN ACCESS EXCLUSIVE MODE");
            Scene.last(time);
            database.rollback();
        }
        return new StruckFault(
                "stuck handlers", "handlers of invoice-service hang for %d s".formatted(time.toSeconds()));
    }
}
