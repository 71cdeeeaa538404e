package io.dronedelivery.drone.archive;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores files in a directory, which several processes may share. A file is written in {@value #WRITING} and moved to the directory of its
 * day when it is complete. So a reader of {@code date=*}{@code /*.jsonl} never sees half a file. A lock on the file shows other processes
 * that its writer lives; the lock ends with the process.
 *
 * <p>The suffix decides what happens to a dead writer's file. A {@value #PART} file has no message that was settled at the broker, and is
 * deleted. An {@value #OPEN} file has such messages, and joins the archive without its torn last line.
 */
final class DirectoryStore implements ArchiveStore {

    static final String WRITING = ".writing";
    static final String PART = ".part";
    static final String OPEN = ".open";

    private static final Logger log = LoggerFactory.getLogger(DirectoryStore.class);
    private static final int TRIES = 5;
    private static final long SILENCE = Duration.ofHours(1).toNanos();

    private final Path directory;
    private final Path writing;
    private final FileNames names;
    /** When the log last warned of a file that cannot be recovered. Used by the archive's thread alone. */
    private final Map<Path, Long> warned = new HashMap<>();

    DirectoryStore(Path directory, FileNames names) {
        this.directory = directory.toAbsolutePath();
        this.writing = this.directory.resolve(WRITING);
        this.names = names;
    }

    @Override
    public void open() {
        try {
            Files.createDirectories(writing);
            create().discard();
        } catch (IOException e) {
            throw new RefusedStartException(
                    "Telemetry cannot be archived in " + directory + ": " + e,
                    "Set drone.telemetry.archive.directory to a directory in which this process may create files, or switch the"
                            + " stream off (drone.telemetry.enabled=false).",
                    e);
        }
    }

    @Override
    public ArchiveFile create() throws IOException {
        for (int left = TRIES; left > 0; left--) {
            Written file = begin();
            if (file != null) {
                return file;
            }
        }
        throw new IOException("Files in " + writing + " were removed before they could be locked");
    }

    /** @return null when another process took the new file for a dead writer's before it was locked */
    private @Nullable Written begin() throws IOException {
        Path target = directory.resolve(names.next());
        Path part = writing.resolve(target.getFileName() + PART);
        FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        boolean ours = false;
        try {
            ours = channel.tryLock() != null && Files.exists(part);
        } finally {
            if (!ours) {
                channel.close();
            }
        }
        return ours ? new Written(channel, part, target) : null;
    }

    @Override
    public void recover() throws IOException {
        Set<Path> there = new HashSet<>();
        try (DirectoryStream<Path> left = Files.newDirectoryStream(writing)) {
            for (Path file : left) {
                there.add(file);
                recover(file);
            }
        }
        warned.keySet().retainAll(there);
    }

    /** Recovers a file. A file that this process may not open, such as another user's, does not prevent the recovery of others. */
    private void recover(Path file) {
        String left = file.getFileName().toString();
        try {
            if (left.endsWith(OPEN)) {
                recover(file, left.substring(0, left.length() - OPEN.length()));
            } else if (left.endsWith(PART)) {
                recover(file, left.substring(0, left.length() - PART.length()));
            }
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            // A writer in this process has it, or another process has recovered it.
            log.trace("Left alone: {}", file, e);
        } catch (IOException | RuntimeException e) {
            warn(file, e);
        }
    }

    private void recover(Path file, String finalName) throws IOException {
        String folder = FileNames.folderOf(finalName);
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return;
            }
            if (file.toString().endsWith(OPEN)) {
                adopt(channel, file, directory.resolve(folder).resolve(finalName));
            } else {
                Files.delete(file);
                log.info(
                        "Deleted {}: its writer ended before the broker was told of anything in it",
                        file.getFileName());
            }
        }
    }

    /** Warns of each file at most once an hour, because every recovery finds it again until an operator repairs it. */
    private void warn(Path file, Exception failure) {
        long now = System.nanoTime();
        Long before = warned.get(file);
        if (before == null || now - before >= SILENCE) {
            warned.put(file, now);
            log.warn("{} cannot be dealt with and is tried again later: {}", file, failure.toString());
        }
    }

    private void adopt(FileChannel channel, Path file, Path target) throws IOException {
        long whole = endOfLastLine(channel);
        log.warn(
                "{} was left by a writer that ended; {} bytes of a torn line are cut off",
                target.getFileName(),
                channel.size() - whole);
        channel.truncate(whole);
        channel.force(true);
        moveDurably(file, target);
    }

    private static long endOfLastLine(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        for (long end = channel.size(); end > 0; end--) {
            one.clear();
            if (channel.read(one, end - 1) == 1 && one.get(0) == '\n') {
                return end;
            }
        }
        return 0;
    }

    /** Moves a file and makes the move durable. A name is durable when its directory is, and a directory when its parent is. */
    private void moveDurably(Path from, Path to) throws IOException {
        Path day = to.resolveSibling("");
        if (Files.notExists(day)) {
            Files.createDirectories(day);
            forceDirectory(directory);
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(day);
    }

    private static void forceDirectory(Path which) throws IOException {
        try (FileChannel opened = FileChannel.open(which, StandardOpenOption.READ)) {
            opened.force(true);
        }
    }

    @Override
    public String place() {
        return directory.toString();
    }

    private final class Written implements ArchiveFile {

        private final FileChannel channel;
        private final Path target;
        private Path path;
        private long forced;

        Written(FileChannel channel, Path path, Path target) {
            this.channel = channel;
            this.path = path;
            this.target = target;
        }

        @Override
        public void write(byte[] bytes, int length) throws IOException {
            ByteBuffer left = ByteBuffer.wrap(bytes, 0, length);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
            if (forced == 0) {
                Path open = path.resolveSibling(target.getFileName() + OPEN);
                Files.move(path, open, StandardCopyOption.ATOMIC_MOVE);
                path = open;
                forceDirectory(writing);
            }
            forced = channel.size();
        }

        @Override
        public void finish() throws IOException {
            channel.force(false);
            moveDurably(path, target);
            channel.close();
        }

        @Override
        public void discard() {
            try {
                if (forced == 0) {
                    Files.deleteIfExists(path);
                } else {
                    channel.truncate(forced);
                }
            } catch (IOException e) {
                log.warn("{} could not be taken back: {}", path, e.toString());
            } finally {
                close();
            }
        }

        private void close() {
            try {
                channel.close();
            } catch (IOException e) {
                log.debug("Not closed: {}", path, e);
            }
        }
    }
}
