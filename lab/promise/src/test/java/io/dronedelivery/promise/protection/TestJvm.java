package io.dronedelivery.promise.protection;

import io.dronedelivery.promise.house.OtherBuild;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.platform.launcher.Launcher;

/** Runs tests of a module in a JVM of their own: with the module's class path, and what is changed before all of it. */
final class TestJvm {

    /**
     * For each test. Generous: other builds may share the machine, and with a broken build a test may wait for all that it is ready to wait.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String arguments;

    /** @param arguments of the JVM, those of the tests of all modules */
    TestJvm(String arguments) {
        this.arguments = arguments;
    }

    /** What the tests of a module have on their class path, its own classes included. */
    static String classPath(String module) throws IOException {
        Path target = OtherBuild.repository().resolve(module).resolve("target");
        Path libraries = target.resolve("test-class-path");
        if (!Files.exists(libraries)) {
            throw new IllegalStateException(libraries + " is missing: build " + module + " with -Pbroken-builds, too");
        }
        return String.join(
                File.pathSeparator,
                target.resolve("test-classes").toString(),
                target.resolve("classes").toString(),
                Files.readString(libraries));
    }

    /**
     * What each of some tests of one module says.
     *
     * @param changed classes that come before all others
     * @param folder for the output and the findings
     */
    Map<TestMethod, Finding> run(List<TestMethod> tests, Path changed, Path folder)
            throws IOException, InterruptedException {
        Path output = Files.createDirectories(folder).resolve("output.txt");
        Map<TestMethod, Path> files = new LinkedHashMap<>();
        for (TestMethod test : tests) {
            files.put(test, folder.resolve("finding-" + files.size()));
            Files.deleteIfExists(files.get(test));
        }
        Process process = start(files, changed, output);
        try {
            process.waitFor(PATIENCE.multipliedBy(tests.size()).toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
        Map<TestMethod, Finding> findings = new LinkedHashMap<>();
        for (Map.Entry<TestMethod, Path> test : files.entrySet()) {
            findings.put(
                    test.getKey(),
                    Files.exists(test.getValue())
                            ? Finding.read(Files.readString(test.getValue()))
                            : new Finding(Finding.Kind.ERROR, "did not come to an end, see " + output));
        }
        return findings;
    }

    private Process start(Map<TestMethod, Path> files, Path changed, Path output) throws IOException {
        String module = files.keySet().iterator().next().module();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments.trim().split("\\s+")));
        // As in the build of the gateway, where a test fails that leaves a buffer behind.
        command.add("-Dio.netty.leakDetection.level=paranoid");
        command.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        changed.toString(),
                        classPath(module),
                        home(TestRun.class),
                        home(Launcher.class)),
                TestRun.class.getName()));
        files.forEach((test, finding) -> command.addAll(List.of(finding.toString(), test.type(), test.name())));
        return new ProcessBuilder(command)
                .directory(OtherBuild.repository().resolve(module).toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** The jar or folder that a class is from. */
    private static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
