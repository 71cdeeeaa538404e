package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.loadtest.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What every experiment needs to know.
 *
 * @param profile how long it takes
 * @param stackJar the runnable jar of local-stack
 * @param stackJvmArguments of its JVM
 * @param toolJvmArguments of the JVMs of Gatling and of Kafka's own tools, beyond those that they always have; none unless the setting
 *     {@code lab.tool.jvm.args} names some
 * @param loadTest the folder where the build has put the classes of the Gatling simulations, and their class path in a file
 * @param classPath of the JVMs that are started from the lab's own classes
 * @param output a folder for each experiment is made in it
 */
public record LabSettings(
        LabProfile profile,
        Path stackJar,
        List<String> stackJvmArguments,
        List<String> toolJvmArguments,
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
                Path.of(settings.text("lab.load-test", "load-test")).toAbsolutePath(),
                settings.text("lab.class.path", System.getProperty("java.class.path")),
                Path.of(settings.text("lab.output", "target/lab")).toAbsolutePath());
    }

    /** Whether checks whose outcome depends on the machine's speed are made. */
    public boolean judgesSpeed() {
        return profile != LabProfile.BUILD;
    }

    /** Of the profiles that judge speed the one or the other; what takes seconds is not foretold. */
    public Duration lasting(int secondsShort, int secondsFull) {
        return Duration.ofSeconds(profile == LabProfile.FULL ? secondsFull : secondsShort);
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    /** How long an experiment takes, and whether its figures say how fast something is. */
    public enum LabProfile {

        /** The times of the published tests. */
        FULL,

        /** As short as the checks of speed allow. */
        SHORT,

        /** Shows within a minute that the experiment works. Parts of it may run at the same time and disturb each other: no speed is judged. */
        BUILD;

        /** @throws IllegalArgumentException when {@code profile} is none of these */
        static LabProfile of(Settings settings) {
            String text = settings.text("profile", "full");
            return Arrays.stream(values())
                    .filter(profile -> profile.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> Settings.bad("profile", text, "full, short or build"));
        }

        /** As it is written on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
