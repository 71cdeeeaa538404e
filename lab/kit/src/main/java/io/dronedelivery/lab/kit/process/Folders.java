package io.dronedelivery.lab.kit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Folders with everything in them. */
public final class Folders {

    private Folders() {}

    /** Deletes it, if it is there. Another thread may be deleting it, too: an interrupted experiment does so from two. */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot be deleted: " + folder, e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return unlessGone(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                return unlessGone(failure);
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }

        private static FileVisitResult unlessGone(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
