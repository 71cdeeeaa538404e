package io.dronedelivery.localcommand;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JVM of the stand-ins: one compiler, a collector for small heaps, and an archive of the loaded classes (CDS). The archive is made once
 * for a jar and a Java, in a directory of the user. Without it everything works, with twice the processor time of a start.
 *
 * @param jar the flat jar, which is the whole class path
 */
record StandInJvm(Path jar) {

    /** The archive that the started JVM makes, because there is none yet. */
    static final String MISSING_ARCHIVE = "dronedelivery.local.missing-archive";

    /** Set in the JVM that the launcher starts. */
    static final String STARTED = "dronedelivery.local.started";

    private static final String MAIN = "io.dronedelivery.localcommand.LocalCommand";
    private static final String ARCHIVE_MAKER = "io.dronedelivery.localcommand.ArchiveMaker";
    private static final String REHEARSAL = "io.dronedelivery.localcommand.ArchiveRehearsal";

    /**
     * The archive for a command in a directory, or in the user's cache; null when the jar cannot be read. The file may be absent. An archive
     * of all commands would take more memory.
     */
    @Nullable
    Path archive(String subcommand, @Nullable String directory) {
        try {
            // Java compares the jar with the archive's in the same way: by its place, length and time.
            File file = jar.toFile();
            String jarAndJava = file.getCanonicalPath()
                    + ":" + file.length()
                    + ":" + file.lastModified()
                    + ":" + System.getProperty("java.home")
                    + ":" + System.getProperty("java.vm.version");
            String name = subcommand + "-" + System.getProperty("java.specification.version") + "-"
                    + Integer.toHexString(jarAndJava.hashCode()) + ".jsa";
            Path cache = directory == null ? userCache() : Path.of(directory).toAbsolutePath();
            // A user without a home has none that is absolute.
            return cache.isAbsolute() ? cache.resolve(name) : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static Path userCache() {
        String home = System.getProperty("user.home");
        String chosen = System.getenv("XDG_CACHE_HOME");
        String windows = System.getenv("LOCALAPPDATA");
        Path caches = chosen != null && !chosen.isEmpty()
                ? Path.of(chosen)
                : windows != null && !windows.isEmpty() ? Path.of(windows) : Path.of(home, ".cache");
        return caches.resolve("drone-delivery-local");
    }

    /** @param archive null for none */
    List<String> command(@Nullable Path archive, String... args) {
        List<String> command = java();
        if (archive != null) {
            if (archive.toFile().canRead()) {
                command.add("-XX:SharedArchiveFile=" + archive);
            } else {
                command.add("-D" + MISSING_ARCHIVE + "=" + archive);
            }
        }
        command.add("-D" + STARTED + "=true");
        command.add("-cp");
        command.add(jar.toString());
        command.add(MAIN);
        for (String argument : args) {
            command.add(argument);
        }
        return command;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        // The heap begins small and grows to Java's usual bound.
        command.add("-Xms8m");
        command.add("-Xshare:auto");
        // An archive that does not fit is not used, and is no reason for a warning.
        command.add("-Xlog:disable");
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        return command;
    }

    /** Has another process make an archive, which may end after this one. Nothing happens where the directory cannot be written. */
    void makeArchive(String subcommand, Path archive) {
        try {
            Files.createDirectories(archive.toAbsolutePath().getParent());
            List<String> command = java();
            command.addAll(List.of("-cp", jar.toString(), ARCHIVE_MAKER, archive.toString(), subcommand));
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // Then the next start is as slow as this one.
        }
    }

    /** What writes the archive of a subcommand into a file, when it ends. */
    List<String> rehearsal(String subcommand, Path file) {
        List<String> command = java();
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + file, "-cp", jar.toString(), REHEARSAL, subcommand));
        return command;
    }
}
