package io.dronedelivery.gateway.check;

import java.io.PrintWriter;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** The commands that the gateway's jar has beside its start. {@code check --help} prints the options and the exit codes. */
@Command(
        name = "gateway",
        subcommands = {CheckCommand.class, PlanCommand.class})
public final class GatewayCommand {

    /** Whether the arguments of the jar are a command; otherwise they are settings of a start, which begin with a dash. */
    public static boolean isOne(String[] arguments) {
        return arguments.length > 0
                && !arguments[0].startsWith("-")
                && commandLine().getSubcommands().containsKey(arguments[0]);
    }

    /** Does what the arguments say, and returns the exit code: 0, 1 with faults, 2 when the arguments make no sense. */
    public static int run(String[] arguments) {
        // Spring Boot would load Jackson and more in the background, which a check does not need.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        // The report is the only output, also before the settings of the log are read.
        LoggingSystem.get(GatewayCommand.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.OFF);
        return commandLine().setOut(new PrintWriter(System.out, true)).execute(arguments);
    }

    static CommandLine commandLine() {
        return new CommandLine(new GatewayCommand())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(120)
                // They are settings, see SettingsArguments.
                .setUnmatchedArgumentsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(GatewayCommand::refuse);
    }

    /** Prints the fault without the help, which would hide it. */
    private static int refuse(ParameterException fault, String[] arguments) {
        CommandLine commandLine = fault.getCommandLine();
        commandLine.getErr().println(fault.getMessage());
        commandLine.getErr().println("--help tells all options.");
        commandLine.getErr().flush();
        return ExitCode.USAGE;
    }
}
