package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What to run, where what is run is, and where the results go.
 *
 * @param experiment a name, or {@code all}
 * @param profile how long it takes
 * @param load of each test
 * @param tests of the step-load to run
 * @param stackJar the runnable jar of local-stack
 * @param stackJvmArguments of its JVM
 * @param classPath of Gatling's JVM
 * @param sampling percentage of the traces that are sent, 1 to 100
 * @param output a folder for each experiment is made in it
 */
record LabSettings(
        String experiment,
        LabProfile profile,
        StepLoadProfile load,
        List<StepLoadTest> tests,
        Path stackJar,
        List<String> stackJvmArguments,
        String classPath,
        int sampling,
        Path output) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static LabSettings of(Settings settings, List<String> experiments) {
        String experiment = settings.text("experiment", "");
        if (!experiments.contains(experiment) && !"all".equals(experiment)) {
            throw Settings.bad("experiment", experiment, "all or one of: " + String.join(", ", experiments));
        }
        LabProfile profile = LabProfile.of(settings);
        StepLoadProfile load = profile.load(settings);
        Path jar = Path.of(settings.text("lab.stack.jar", "local-stack.jar"));
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("There is no " + jar
                    + "; mvn -Plab verify in the root makes it, mvn -pl :local-stack package does so alone");
        }
        return new LabSettings(
                experiment,
                profile,
                load,
                StepLoadTests.chosen(settings.text("lab.tests", "")),
                jar.toAbsolutePath().normalize(),
                Stream.of(settings.text("lab.stack.jvm.args", "").split(" "))
                        .filter(argument -> !argument.isEmpty())
                        .toList(),
                settings.text("lab.class.path", System.getProperty("java.class.path")),
                settings.number("lab.sampling", 100, 1, 100),
                Path.of(settings.text("lab.output", "target/lab")).toAbsolutePath());
    }

    /** Whether an experiment is to be run. */
    boolean runs(String name) {
        return "all".equals(experiment) || name.equals(experiment);
    }
}
