package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * A separate directory in which Application Insights' exporters keep unsent data while the stack runs. By default the exporters of all a
 * user's processes share one directory. Then each would go on sending data of an earlier stack to a port without a listener, and warn.
 *
 * <p>The exporters' subdirectories are created here in advance. Each exporter creates a missing one, and fails when another exporter
 * creates it at the same moment.
 */
public final class ExporterFiles implements AutoCloseable {

    /** The system property that exporters read, and the JVMs that {@code ApplicationProcess} starts. */
    static final String TEMPORARY = "java.io.tmpdir";

    private static final List<String> MADE_BY_EXPORTERS = List.of("telemetry", "statsbeat");

    private final Path directory;
    private final @Nullable String before;

    private ExporterFiles(Path directory, @Nullable String before) {
        this.directory = directory;
        this.before = before;
    }

    /**
     * Must be called before the first exporter starts.
     *
     * @param directory is emptied and created
     */
    public static ExporterFiles in(Path directory) throws IOException {
        FileSystemUtils.deleteRecursively(directory);
        for (String made : MADE_BY_EXPORTERS) {
            Files.createDirectories(directory.resolve("applicationinsights").resolve(made));
        }
        return new ExporterFiles(
                directory,
                System.setProperty(TEMPORARY, directory.toAbsolutePath().toString()));
    }

    /** Removes the directory and restores the system's temporary directory. */
    @Override
    public void close() throws IOException {
        if (before == null) {
            System.clearProperty(TEMPORARY);
        } else {
            System.setProperty(TEMPORARY, before);
        }
        FileSystemUtils.deleteRecursively(directory);
    }
}
