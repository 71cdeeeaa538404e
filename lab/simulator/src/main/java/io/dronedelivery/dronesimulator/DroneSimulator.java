package io.dronedelivery.dronesimulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/** Starts the simulator; {@code --help} tells the options and the exit codes. */
public final class DroneSimulator {

    private DroneSimulator() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        System.exit(commandLine().setOut(out).execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SimulatorCommand())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(120)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(DroneSimulator::refuse);
    }

    /** What is wrong would be lost above all of the help. */
    private static int refuse(ParameterException fault, String[] arguments) {
        CommandLine commandLine = fault.getCommandLine();
        commandLine.getErr().println(fault.getMessage());
        commandLine.getErr().println("--help tells all options.");
        commandLine.getErr().flush();
        return ExitCode.USAGE;
    }

    /** The version that the build has written down. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() throws IOException {
            Properties properties = new Properties();
            try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
                properties.load(file);
            }
            return new String[] {"drone-simulator " + properties.getProperty("version")};
        }
    }
}
