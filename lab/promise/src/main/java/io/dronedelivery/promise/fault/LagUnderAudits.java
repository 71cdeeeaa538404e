package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.load.AuditRun;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The bills are far behind, and audits ask for them meanwhile: somebody lets the lines be read and not written. What only waits must not be
 * announced again.
 *
 * @param interval between two audits
 */
public record LagUnderAudits(Duration interval) implements Fault {

    private static final int AUDITS = 3;

    /** Of all announcements, those of audits: what a kill leaves without a flight may need one. */
    private static final double MOST_AGAIN = 0.2;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        List<String> audits = new ArrayList<>();
        int before = scene.ledger().acceptedCount();
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_line IN EXCLUSIVE MODE");
            for (int audit = 0; audit < AUDITS; audit++) {
                Scene.last(interval);
                audits.add(AuditRun.begin(scene.cluster()));
            }
            database.rollback();
        }
        // Those that hang on the same database end only now.
        int waiting = 0;
        int announced = 0;
        for (String audit : audits) {
            AuditRun run = AuditRun.end(audit, scene.cluster());
            waiting = Math.max(waiting, run.waiting());
            announced += run.sentAgain();
        }
        int accepted = scene.ledger().acceptedCount() - before;
        scene.check(
                "audits do not announce again what waits at a consumer that is behind",
                waiting > 0 && announced <= MOST_AGAIN * accepted,
                "%d accepted, at most %d waiting, %d announced again by %d audits",
                accepted,
                waiting,
                announced,
                AUDITS);
        scene.awaitLine("the lag");
        return new StruckFault(
                "lag under audits",
                "invoice-service fell behind under %d audits, %d deliveries waiting".formatted(AUDITS, waiting));
    }
}
