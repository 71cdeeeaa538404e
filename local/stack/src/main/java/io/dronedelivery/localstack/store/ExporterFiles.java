package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directories that the exporters of Application Insights make for what cannot be sent, whether or not anything ever lies in them.
 * Those that were there before belong to somebody else and stay.
 */
public final class ExporterFiles implements AutoCloseable {

    private static final String NAME = "applicationinsights";

    private final List<Path> ours;

    private ExporterFiles(List<Path> ours) {
        this.ours = ours;
    }

    /** To be called before the first exporter starts. */
    public static ExporterFiles ofThisProcess() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        // In /tmp, which users share, each has a directory.
        Path ofUser = temporary.resolve(System.getProperty("user.name"));
        return new ExporterFiles(Stream.of(temporary.resolve(NAME), ofUser.resolve(NAME), ofUser)
                .filter(directory -> !Files.exists(directory))
                .toList());
    }

    /** Removes what is empty; telemetry that could not be sent stays for the next exporter. */
    @Override
    public void close() throws IOException {
        for (Path directory : ours) {
            if (Files.exists(directory)) {
                removeEmpty(directory);
            }
        }
    }

    private static void removeEmpty(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(directory)) {
            deepestFirst = all.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
        for (Path empty : deepestFirst) {
            try {
                Files.deleteIfExists(empty);
            } catch (DirectoryNotEmptyException kept) {
                // Somebody's telemetry.
            }
        }
    }
}
