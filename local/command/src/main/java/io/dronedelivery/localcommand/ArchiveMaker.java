package io.dronedelivery.localcommand;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** Makes an archive of classes, one process at a time. The file appears as a whole, so that no start finds a part of it. */
final class ArchiveMaker {

    private static final Duration OLD = Duration.ofDays(30);

    private ArchiveMaker() {}

    /** @param args the file and the subcommand */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path archive = Path.of(args[0]);
        Path lockFile = archive.resolveSibling(archive.getFileName() + ".lock");
        try (FileChannel file = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock != null && !Files.exists(archive)) {
                make(archive, args[1]);
            }
        }
    }

    private static void make(Path archive, String subcommand) throws IOException, InterruptedException {
        deleteOld(archive.resolveSibling("."));
        Path unfinished = archive.resolveSibling(archive.getFileName() + ".new");
        StandInJvm jvm = new StandInJvm(Path.of(System.getProperty("java.class.path")));
        int code = new ProcessBuilder(jvm.rehearsal(subcommand, unfinished))
                .inheritIO()
                .start()
                .waitFor();
        if (code == 0 && Files.exists(unfinished)) {
            Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Archives of jars that are no more, and at times one that is made again. */
    private static void deleteOld(Path directory) throws IOException {
        long oldest = System.currentTimeMillis() - OLD.toMillis();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jsa*")) {
            for (Path file : files) {
                if (file.toFile().lastModified() < oldest) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
