package io.dronedelivery.localcommand;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The main class of the jar. A manifest cannot set options of the JVM, and those of {@link StandInJvm} halve the cost of a start. So this
 * class starts a second JVM with them, which has the same input, output and arguments, and ends with its exit code. When the user chose
 * options of the JVM, there is only the first one.
 */
public final class LocalLauncher {

    private static final List<String> COMMANDS = List.of("cosmos", "service-bus", "blob", "all");
    private static final int CANNOT_START = 1;

    private LocalLauncher() {}

    public static void main(String[] args) throws InterruptedException {
        if (hasChosenJvm()) {
            LocalCommand.main(args);
            return;
        }
        StandInJvm jvm = new StandInJvm(Path.of(System.getProperty("java.class.path")));
        Path archive =
                args.length > 0 && COMMANDS.contains(args[0]) ? jvm.archive(args[0], cacheDirectory(args)) : null;
        System.exit(run(jvm.command(archive, args)));
    }

    /** Not a lambda, and nothing else that loads many classes: this JVM has to be small. */
    private static int run(List<String> command) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            System.err.println("A second JVM cannot be started: " + e.getMessage());
            return CANNOT_START;
        }
        Runtime.getRuntime().addShutdownHook(new Termination(process));
        return process.waitFor();
    }

    /** Passes a signal on, and ends after the second JVM. */
    private static final class Termination extends Thread {
        private final Process process;

        Termination(Process process) {
            super("terminate");
            this.process = process;
        }

        @Override
        public void run() {
            process.destroy();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean hasChosenJvm() {
        String name = String.valueOf(System.getProperty("java.vm.name"));
        if (!name.contains("OpenJDK") && !name.contains("HotSpot")) {
            return true; // it may not know the options
        }
        for (String variable : new String[] {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"}) {
            if (System.getenv(variable) != null) {
                return true;
            }
        }
        // Windows does not tell the arguments of a process.
        String[] arguments = ProcessHandle.current().info().arguments().orElse(new String[] {"-jar"});
        return !arguments[0].equals("-jar");
    }

    /** The option's value, read before the options are parsed; null when it is absent. */
    private static @Nullable String cacheDirectory(String... args) {
        int at = Arrays.asList(args).indexOf(NetworkOptions.CACHE_DIR);
        if (at >= 0 && at + 1 < args.length) {
            return args[at + 1];
        }
        for (String argument : args) {
            if (argument.startsWith(NetworkOptions.CACHE_DIR + "=")) {
                return argument.substring(NetworkOptions.CACHE_DIR.length() + 1);
            }
        }
        return null;
    }
}
