package io.dronedelivery.house.words;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository without what a build makes. */
final class RepositoryFiles {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");

    private RepositoryFiles() {}

    /** Those whose name ends so. */
    static List<Path> named(String end) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_OURS.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName().toString().endsWith(end)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** The sources that are not tests. */
    static List<Path> mainJava() throws IOException {
        Path main = Path.of("src", "main", "java");
        return named(".java").stream()
                .filter(file -> file.toString().contains("/" + main + "/"))
                .toList();
    }

    static String relative(Path file) {
        return ROOT.relativize(file).toString();
    }
}
