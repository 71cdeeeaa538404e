package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directories in which the exporters of Application Insights keep what cannot be sent. Each exporter makes them if they are not there,
 * and fails when another one makes them at the same moment; so they are made here, once, before the first exporter starts. Those that
 * existed before belong to another process and stay.
 */
public final class ExporterFiles implements AutoCloseable {

    private static final String NAME = "applicationinsights";
    private static final List<String> PARTS = List.of("telemetry", "statsbeat");

    /** The exporter takes this directory to be shared, and keeps the users apart in it. */
    private static final Path SHARED = Path.of("/tmp");

    private final List<Path> created;

    private ExporterFiles(List<Path> created) {
        this.created = created;
    }

    /** To be called before the first exporter starts. */
    public static ExporterFiles ofThisProcess() throws IOException {
        return in(Path.of(System.getProperty("java.io.tmpdir")), System.getProperty("user.name"));
    }

    static ExporterFiles in(Path temporary, String user) throws IOException {
        Path parent = temporary.equals(SHARED) ? temporary.resolve(user) : temporary;
        List<Path> created = Stream.of(parent.resolve(NAME), parent)
                .filter(directory -> !Files.exists(directory))
                .toList();
        for (String part : PARTS) {
            Files.createDirectories(parent.resolve(NAME).resolve(part));
        }
        return new ExporterFiles(created);
    }

    /** Removes what is empty; telemetry that could not be sent stays for the next exporter. */
    @Override
    public void close() throws IOException {
        for (Path directory : created) {
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
                // Telemetry that could not be sent.
            }
        }
    }
}
