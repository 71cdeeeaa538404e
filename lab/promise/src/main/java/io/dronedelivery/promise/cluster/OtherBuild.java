package io.dronedelivery.promise.cluster;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Builds of the applications that differ from the present one. They are on the class path of a process before it, and nowhere else. */
public final class OtherBuild {

    private static final String SOURCES = "/src/main/java/";

    private OtherBuild() {}

    /**
     * Compiles the changed sources against the class path of this process.
     *
     * @param folder is made, and has the sources and the classes
     * @return the folder with the classes
     * @throws IllegalStateException when a source no longer has the text that is to be changed, or does not compile
     */
    static Path of(List<SourceChange> changes, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (Map.Entry<String, String> source : changed(changes).entrySet()) {
            int end = source.getKey().indexOf(SOURCES) + SOURCES.length();
            Path file = folder.resolve("sources").resolve(source.getKey().substring(end));
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            compile(file, classes);
        }
        return classes;
    }

    /**
     * The changed sources, by their paths from the root of the repository.
     *
     * @throws IllegalStateException when a source no longer has the text that is to be changed
     */
    public static Map<String, String> changed(List<SourceChange> changes) throws IOException {
        Map<String, String> changed = new LinkedHashMap<>();
        for (SourceChange change : changes) {
            String text = changed.containsKey(change.source())
                    ? changed.get(change.source())
                    : Files.readString(repository().resolve(change.source()));
            if (!text.contains(change.text())) {
                throw new IllegalStateException(
                        "%s has no longer what this build changes: %s".formatted(change.source(), change.text()));
            }
            changed.put(change.source(), text.replace(change.text(), change.instead()));
        }
        return changed;
    }

    private static void compile(Path source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-parameters",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "-cp",
                    classes + File.pathSeparator + System.getProperty("java.class.path"));
            if (!compiler.getTask(errors, files, null, options, null, files.getJavaFileObjects(source))
                    .call()) {
                throw new IllegalStateException(source + " does not compile:\n" + errors);
            }
        }
    }

    /** The folder above this one that has the whole repository. */
    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isRegularFile(folder.resolve("ARCHITECTURE.md"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("The sources are needed: run this within the repository");
        }
        return folder;
    }

    /**
     * Another text in one of the applications' sources: a protection taken away, or what a coming version does otherwise.
     *
     * @param source from the root of the repository
     * @param text what is there; it has to be
     * @param instead what is there instead
     */
    public record SourceChange(String source, String text, String instead) {}
}
