package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL server over a data directory that a killed launcher left running. It must end before another one may start there. */
final class OrphanedPostgres {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedPostgres.class);
    private static final int TIMEOUT_SECONDS = 10;

    private OrphanedPostgres() {}

    /** Ends the server over this directory, if there is one; by force after 10 s. */
    static void stopIn(Path dataDirectory) throws IOException {
        Optional<ProcessHandle> server = Postmaster.over(dataDirectory);
        if (server.isEmpty()) {
            return;
        }
        LOG.info(
                "Stopping PostgreSQL, process {}, which was left running",
                server.get().pid());
        server.get().destroy();
        if (!hasEnded(server.get())) {
            server.get().destroyForcibly();
            if (!hasEnded(server.get())) {
                throw new IOException("PostgreSQL, process %d, does not end"
                        .formatted(server.get().pid()));
            }
        }
    }

    private static boolean hasEnded(ProcessHandle server) throws IOException {
        try {
            server.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while waiting for PostgreSQL to end", e);
        } catch (ExecutionException | TimeoutException stillThere) {
            return false;
        }
    }
}
