package io.dronedelivery.house.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.ObjectMapper;

/** The steps of a file of {@code deploy/docker} that need no Docker, read from the file and done on this machine. */
final class ImageSteps {

    private static final long TIMEOUT_MINUTES = 5;

    /** Its Java, in {@code ARG JRE}. */
    private static final int OF_THE_IMAGE = 25;

    private final Path dockerfile;
    private final String text;

    private ImageSteps(Path dockerfile, String text) {
        this.dockerfile = dockerfile;
        this.text = text;
    }

    /** @param dockerfile its path in the repository */
    static ImageSteps read(String dockerfile) throws IOException {
        Path path = ComposeFile.ROOT.resolve(dockerfile);
        return new ImageSteps(path, Files.readString(path));
    }

    /** What the image's {@code ENTRYPOINT} starts. */
    List<String> entryPoint() throws IOException {
        return onThisJvm(words("(?m)^ENTRYPOINT (\\[.*])$"));
    }

    /** The JVM's options that the image sets. */
    String javaToolOptions() {
        return first("(?m)^ENV JAVA_TOOL_OPTIONS=\"(.*)\"$");
    }

    /** The options of the {@code java} command that the image sets for its JVM; an older one may not know them. */
    Optional<String> jdkJavaOptions() {
        String options = first("(?m)^ENV JDK_JAVA_OPTIONS=\"(.*)\"$");
        return Runtime.version().feature() < OF_THE_IMAGE ? Optional.empty() : Optional.of(options);
    }

    /**
     * Copies the jar of the stand-ins.
     *
     * @return the image's working directory
     */
    Path copy(Path directory) throws IOException {
        Path jar = ComposeFile.ROOT.resolve(first("(?m)^COPY (\\S+\\.jar) \\./$"));
        Path application = Files.createDirectories(directory.resolve("application"));
        Files.copy(jar, application.resolve(jar.getFileName()));
        return application;
    }

    /**
     * Takes a module's jar apart and puts its layers together as the image has them.
     *
     * @return the image's working directory
     */
    Path build(String module, Path directory) throws IOException, InterruptedException {
        Path build = Files.createDirectories(directory.resolve("build"));
        Files.copy(jarOf(module), build.resolve("application.jar"));
        Process extraction = new ProcessBuilder(onThisJvm(words("(?m)^RUN (\\[.*])$")))
                .directory(build.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("extraction.log").toFile())
                .start();
        try {
            assertThat(extraction.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).isTrue();
            assertThat(extraction.exitValue())
                    .as("taking apart the jar of " + module)
                    .isZero();
        } finally {
            extraction.destroyForcibly();
        }
        Path application = Files.createDirectories(directory.resolve("application"));
        Matcher copied =
                Pattern.compile("(?m)^COPY --from=layers /build/(\\S+)/ \\./$").matcher(text);
        while (copied.find()) {
            moveInto(build.resolve(copied.group(1)), application);
        }
        try (var left = Files.walk(build.resolve("layers"))) {
            assertThat(left.filter(Files::isRegularFile))
                    .as("what the image does not take")
                    .isEmpty();
        }
        return application;
    }

    private static Path jarOf(String module) throws IOException {
        Path target = ComposeFile.ROOT.resolve(module).resolve("target");
        try (var jars = Files.newDirectoryStream(target, "*-exec.jar")) {
            List<Path> found = new ArrayList<>();
            jars.forEach(found::add);
            assertThat(found).as("runnable jars in " + target).hasSize(1);
            return found.get(0);
        }
    }

    private static void moveInto(Path layer, Path application) throws IOException {
        try (var files = Files.walk(layer)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path there = application.resolve(layer.relativize(file));
                Files.createDirectories(there.getParent());
                Files.move(file, there);
            }
        }
    }

    private List<String> words(String pattern) throws IOException {
        return List.of(new ObjectMapper().readValue(first(pattern), String[].class));
    }

    private String first(String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(dockerfile + " has " + pattern).isTrue();
        return found.group(1);
    }

    private static List<String> onThisJvm(List<String> command) {
        assertThat(command).startsWith("java");
        List<String> all = new ArrayList<>(command);
        all.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return all;
    }
}
