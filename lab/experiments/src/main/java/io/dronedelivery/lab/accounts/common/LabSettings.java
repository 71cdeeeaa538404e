package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.loadtest.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What every experiment needs to know.
 *
 * @param profile how long it takes
 * @param stackJar the runnable jar of local-stack
 * @param stackJvmArguments of its JVM
 * @param toolJvmArguments of the JVMs of Gatling and of Kafka's own tools, beyond those that they always have; none unless the setting
 *     {@code lab.tool.jvm.args} names some
 * @param benchmarks the folder where the build has put the comparisons' classes, and their class path in a file
 * @param loadTest the same of the Gatling simulations
 * @param classPath of the JVMs that are started from the lab's own classes
 * @param output a folder for each experiment is made in it
 */
public record LabSettings(
        LabProfile profile,
        Path stackJar,
        List<String> stackJvmArguments,
        List<String> toolJvmArguments,
        Path benchmarks,
        Path loadTest,
        String classPath,
        Path output) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public static LabSettings of(Settings settings) {
        LabProfile profile = LabProfile.of(settings);
        Path jar = Path.of(settings.text("lab.stack.jar", "local-stack.jar"));
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("There is no " + jar
                    + "; mvn -Plab verify in the root makes it, mvn -pl :local-stack package does so alone");
        }
        return new LabSettings(
                profile,
                jar.toAbsolutePath().normalize(),
                words(settings.text("lab.stack.jvm.args", "")),
                words(settings.text("lab.tool.jvm.args", "")),
                Path.of(settings.text("lab.benchmarks", "benchmarks")).toAbsolutePath(),
                Path.of(settings.text("lab.load-test", "load-test")).toAbsolutePath(),
                settings.text("lab.class.path", System.getProperty("java.class.path")),
                Path.of(settings.text("lab.output", "target/lab")).toAbsolutePath());
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }
}
