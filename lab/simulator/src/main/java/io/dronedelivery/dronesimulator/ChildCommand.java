package io.dronedelivery.dronesimulator;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Starts the simulator again, in a JVM as this one is. */
final class ChildCommand {

    /** The connection string is a secret: a command line can be read by everybody on the machine. */
    static final String ADDRESS = "DRONE_SIMULATOR_ADDRESS";

    private ChildCommand() {}

    /** @param number of the process, from 0 */
    static Process start(Settings settings, int number) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(settings, number));
        builder.environment().put(ADDRESS, settings.target().address());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static List<String> command(Settings settings, int number) {
        Settings.Target target = settings.target();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-javaagent") && !argument.startsWith("-agentlib"))
                .forEach(command::add);
        command.addAll(program());
        command.addAll(List.of(
                "--share=" + number,
                "--broker=" + target.broker().name().toLowerCase(Locale.ROOT),
                "--channel=" + target.channel(),
                "--partitions=" + target.partitions(),
                "--linger=" + target.linger().toMillis() + "ms",
                "--timeout=" + target.timeout().toMillis() + "ms",
                "--rate=" + settings.perSecond(),
                "--count=" + settings.count(),
                "--warm-up=" + settings.warmUp().toMillis() + "ms",
                "--tick=" + settings.tick().toNanos() / 1_000 + "us",
                "--drones=" + settings.drones(),
                "--processes=" + settings.processes(),
                "--threads=" + settings.threads(),
                "--payload-bytes=" + settings.payloadBytes(),
                "--run=" + settings.run()));
        target.properties().forEach((name, value) -> command.add("--property=" + name + "=" + value));
        return command;
    }

    private static List<String> program() {
        String classPath = System.getProperty("java.class.path");
        URL own = DroneSimulator.class.getResource("DroneSimulator.class");
        boolean runnableJar = own != null && own.toString().contains("/BOOT-INF/");
        return runnableJar ? List.of("-jar", classPath) : List.of("-cp", classPath, DroneSimulator.class.getName());
    }
}
