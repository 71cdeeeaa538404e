package io.dronedelivery.dispatchclient;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Starts the client; {@code --help} tells the options and the exit codes. */
public final class DispatchClient {

    private DispatchClient() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new DispatchCommand())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(120)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
