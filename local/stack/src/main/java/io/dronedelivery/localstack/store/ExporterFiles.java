package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory in which the exporters of Application Insights keep what cannot be sent, for as long as the stack runs: its receiver ends
 * with it. They look for one that all processes of a user share, in which each would go on sending what an earlier stack has left to a
 * port where nobody listens any more, and warn.
 *
 * <p>What they make in it is made here, before the first one starts: each makes it if it is not there, and fails when another one makes it
 * at the same moment.
 */
public final class ExporterFiles implements AutoCloseable {

    /** Where the exporters look, and the JVMs that {@code ApplicationProcess} starts. */
    static final String TEMPORARY = "java.io.tmpdir";

    private static final List<String> MADE_BY_EXPORTERS = List.of("telemetry", "statsbeat");

    private final Path directory;
    private final @Nullable String before;

    private ExporterFiles(Path directory, @Nullable String before) {
        this.directory = directory;
        this.before = before;
    }

    /**
     * To be called before the first exporter starts.
     *
     * @param directory is emptied and made
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

    /** Removes the directory; other temporary files are where they were before. */
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
