package io.dronedelivery.gateway.check;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a command has printed, and its exit code. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                GatewayCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(arguments);
        // The command silences the log of its process, here that of the next test as well.
        System.clearProperty("CONSOLE_LOG_THRESHOLD");
        System.clearProperty("FILE_LOG_THRESHOLD");
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
