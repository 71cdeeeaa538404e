package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** PostgreSQL's server process, which its data directory names. */
final class Postmaster {

    private Postmaster() {}

    /** The process in {@code postmaster.pid}, if it lives and is a PostgreSQL. The system may have reused the number. */
    static Optional<ProcessHandle> over(Path dataDirectory) throws IOException {
        String pid;
        try {
            pid = Files.readAllLines(dataDirectory.resolve("postmaster.pid")).stream()
                    .findFirst()
                    .orElse("")
                    .strip();
        } catch (NoSuchFileException notRunning) {
            return Optional.empty();
        }
        if (!pid.matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info().command().orElse("").contains("postgres"));
    }
}
