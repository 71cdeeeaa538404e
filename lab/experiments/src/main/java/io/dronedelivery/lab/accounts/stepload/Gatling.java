package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the step-load's simulation in a JVM of its own: a load generator never shares one with what it loads.
 *
 * @param jvm arguments of its JVM beyond those that it always has
 * @param directory for results and logs; one for each run
 */
record Gatling(Children children, List<String> jvm, String classPath, Path directory) {

    private static final String SIMULATION = "io.dronedelivery.loadtest.StepLoadSimulation";
    private static final Duration START_AND_END = Duration.ofMinutes(3);
    private static final int ASSERTION_FAILED = 2;

    /**
     * The class path of the simulation.
     *
     * @param loadTest the folder where the build has put the simulations' classes, and the class path of those in a file
     * @throws IllegalStateException when there is no such file, with how to make it
     */
    static String classPath(Path loadTest) throws IOException {
        Path libraries = loadTest.resolve("class-path");
        if (!Files.isRegularFile(libraries)) {
            throw new IllegalStateException("There is no " + libraries
                    + "; mvn -Plab verify in the root makes it, mvn -pl load-test -am test-compile does so alone");
        }
        return String.join(
                File.pathSeparator,
                loadTest.resolve("test-classes").toString(),
                loadTest.resolve("classes").toString(),
                Files.readString(libraries).strip());
    }

    /**
     * Runs the simulation to its end.
     *
     * @param settings of the simulation, see the README
     * @param watch is told every second how long it has been running
     * @throws IllegalStateException when Gatling fails; that a request failed is in the load
     */
    GatlingLoad run(URI base, Duration duration, Map<String, String> settings, GatlingWatch watch)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(jvm);
        arguments.addAll(List.of(
                "-Xms64m",
                "-Xmx256m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                classPath,
                "-Dbase.url=" + base,
                "-Dduration=" + duration.toMillis() + "ms"));
        settings.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
        arguments.addAll(List.of("io.gatling.app.Gatling", "-s", SIMULATION, "-rf", directory.toString(), "-nr"));
        Path output = directory.resolve("gatling.log");
        try (Jvm jvm = children.start("Gatling", arguments, output)) {
            await(jvm, duration, watch);
        }
        return SimulationLog.read(simulationLog());
    }

    private static void await(Jvm jvm, Duration duration, GatlingWatch watch) throws InterruptedException, IOException {
        long begin = System.nanoTime();
        while (!jvm.awaitEnd(Duration.ofSeconds(1))) {
            Duration running = Duration.ofNanos(System.nanoTime() - begin);
            if (running.compareTo(duration.plus(START_AND_END)) > 0) {
                throw new IllegalStateException("Gatling did not end " + START_AND_END.toMinutes()
                        + " minutes after the load should have; see " + jvm.log());
            }
            watch.running(running);
        }
        if (jvm.exitCode() != 0 && jvm.exitCode() != ASSERTION_FAILED) {
            throw new IllegalStateException("Gatling ended with code " + jvm.exitCode() + ":\n" + jvm.output());
        }
    }

    /** Of this run: Gatling makes a folder for each, whose name ends with the time, and earlier ones stay. */
    private Path simulationLog() throws IOException {
        try (Stream<Path> files = Files.find(directory, 2, (path, attributes) -> path.endsWith("simulation.log"))) {
            return files.max(Comparator.naturalOrder())
                    .orElseThrow(() -> new IllegalStateException("Gatling left no simulation.log in " + directory));
        }
    }

    /** Is told how long the load has been running. */
    @FunctionalInterface
    interface GatlingWatch {
        void running(Duration since);
    }
}
