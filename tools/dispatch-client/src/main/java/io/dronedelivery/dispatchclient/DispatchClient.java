package io.dronedelivery.dispatchclient;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** Starts the client; {@code --help} prints the options and the exit codes. */
public final class DispatchClient {

    private DispatchClient() {}

    public static void main(String[] args) {
        // Without a buffer in between, so that a closed pipe is noticed at once.
        PrintWriter out = new PrintWriter(System.out, true);
        System.exit(commandLine().setOut(out).execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new DispatchCommand())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(120)
                .setParameterExceptionHandler(DispatchClient::refuse);
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
