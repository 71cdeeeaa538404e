package io.dronedelivery.localstack.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line of a JVM like this one, with the same temporary directory, a smaller heap and another main class of the same program.
 */
final class JvmCommand {

    private static final Path SHELL = Path.of("/bin/sh");

    /** Options of this JVM that are not passed on: its memory sizes, and options that can be used by one JVM only. */
    private static final List<String> NOT_PASSED_ON = List.of(
            "-Xm", "-XX:+Use", "-XX:MetaspaceSize", "-agentlib", "-javaagent", "-Xrunjdwp", "-Dcom.sun.management");

    /**
     * Netty has native libraries. Since Java 24 a JVM warns of them without this option; the manifest of the launcher's jar has it for the
     * launcher.
     */
    private static final String NATIVE_LIBRARIES = "--enable-native-access=ALL-UNNAMED";

    private static final int WARNS_OF_NATIVE_LIBRARIES = 24;

    private JvmCommand() {}

    /**
     * @param heap the most memory for objects, such as {@code 256m}
     * @param property a system property, {@code name=value}
     */
    static List<String> of(Class<?> main, String heap, String property) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SHELL)) {
            // Ctrl-C goes to all processes of a terminal at once. Only the launcher must react to it, and stops the
            // others in their order. A JVM keeps ignoring signals that its parent ignored.
            command.addAll(List.of(SHELL.toString(), "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> NOT_PASSED_ON.stream().noneMatch(argument::startsWith))
                .forEach(command::add);
        if (Runtime.version().feature() >= WARNS_OF_NATIVE_LIBRARIES) {
            command.add(NATIVE_LIBRARIES);
        }
        command.addAll(List.of(
                "-Xmx" + heap,
                // Several JVMs on few cores.
                "-XX:+UseSerialGC",
                // No full collections while the classes load.
                "-XX:MetaspaceSize=128m",
                "-XX:+ExitOnOutOfMemoryError",
                // It may differ from the one that this JVM was started with.
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-D" + property));
        program(main).forEach(command::add);
        return command;
    }

    /** The class path of this JVM, or the runnable jar that it was started with. */
    private static Stream<String> program(Class<?> main) {
        String classPath = System.getProperty("java.class.path");
        boolean runnableJar = String.valueOf(main.getResource(main.getSimpleName() + ".class"))
                .contains("BOOT-INF/classes");
        return runnableJar
                ? Stream.of(
                        "-Dloader.main=" + main.getName(),
                        "-cp",
                        classPath,
                        "org.springframework.boot.loader.launch.PropertiesLauncher")
                : Stream.of("-cp", classPath, main.getName());
    }
}
