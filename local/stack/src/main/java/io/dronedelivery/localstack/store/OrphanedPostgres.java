package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL server that a killed launcher left running over its data directory. It must end before another one may start there. */
final class OrphanedPostgres {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedPostgres.class);
    private static final int PATIENCE_SECONDS = 10;

    private OrphanedPostgres() {}

    /** Ends the server over this directory, if there is one. */
    static void stopIn(Path dataDirectory) throws IOException {
        Optional<ProcessHandle> server = serverOf(dataDirectory);
        if (server.isEmpty()) {
            return;
        }
        LOG.info(
                "Stopping PostgreSQL, process {}, which an earlier run left behind",
                server.get().pid());
        server.get().destroy();
        try {
            server.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while waiting for PostgreSQL to end", e);
        } catch (ExecutionException | TimeoutException stillThere) {
            server.get().destroyForcibly();
        }
    }

    /** The process named in {@code postmaster.pid}, if it lives and is a PostgreSQL: a number may have been given to another since. */
    private static Optional<ProcessHandle> serverOf(Path dataDirectory) throws IOException {
        Path file = dataDirectory.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String pid = Files.readAllLines(file).stream().findFirst().orElse("").strip();
        if (!pid.matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info().command().orElse("").contains("postgres"));
    }
}
