package io.dronedelivery.localcommand;

import io.dronedelivery.localkit.NearestWord;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of all stand-ins. */
@Command(
        name = "drone-delivery-local",
        mixinStandardHelpOptions = true,
        versionProvider = LocalCommand.LocalVersion.class,
        description =
                "Stand-ins of Azure services on this machine, for the unmodified SDKs. They speak HTTP and AMQP, Cosmos DB and Service Bus also with TLS (--tls-dir).",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:help or version", "1:it cannot start", "2:an option is wrong", "130, 143:Ctrl-C, SIGTERM"},
        footer = {"", "drone-delivery-local COMMAND --help has the options of a command."},
        subcommands = {CosmosCommand.class, ServiceBusCommand.class, BlobCommand.class, AllCommand.class})
final class LocalCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    public static void main(String[] args) {
        endWithLauncher();
        System.exit(commandLine().execute(args));
    }

    /** When the launcher is killed, the second JVM must not stay behind. */
    private static void endWithLauncher() {
        if (System.getProperty(StandInJvm.STARTED) != null) {
            ProcessHandle.current()
                    .parent()
                    .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(ExitCode.SOFTWARE)));
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new LocalCommand())
                .setOut(new PrintWriter(System.out, true))
                .setErr(new PrintWriter(System.err, true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(120)
                .setParameterExceptionHandler(LocalCommand::refuse)
                .setExecutionExceptionHandler(LocalCommand::fail);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Name what to start: cosmos, service-bus, blob or all; --help has the options");
    }

    private static int refuse(ParameterException fault, String... arguments) {
        String message = String.valueOf(fault.getMessage());
        if (fault instanceof UnmatchedArgumentException unmatched) {
            String unknown = unmatched.getUnmatched().get(0).split("=", 2)[0];
            CommandSpec spec = fault.getCommandLine().getCommandSpec();
            message = unmatched.isUnknownOption()
                    ? "Unknown option " + unknown + "; the nearest is "
                            + NearestWord.to(unknown, spec.optionsMap().keySet())
                    : "Unknown argument " + unknown
                            + (spec.subcommands().isEmpty()
                                    ? ""
                                    : "; the nearest is "
                                            + NearestWord.to(
                                                    unknown, spec.subcommands().keySet()));
        }
        return print(fault.getCommandLine(), message, ExitCode.USAGE);
    }

    private static int fail(Exception fault, CommandLine commandLine, CommandLine.ParseResult parsed) {
        return print(commandLine, String.valueOf(fault.getMessage()), ExitCode.SOFTWARE);
    }

    /** One line, which tells the command and the fault. */
    private static int print(CommandLine commandLine, String message, int exitCode) {
        commandLine
                .getErr()
                .println(commandLine.getCommandSpec().qualifiedName() + ": "
                        + message.strip().replaceAll("\\s*\\R\\s*", " "));
        return exitCode;
    }

    static final class LocalVersion implements IVersionProvider {

        @Override
        public String[] getVersion() throws IOException {
            Properties properties = new Properties();
            try (InputStream file = LocalCommand.class.getResourceAsStream("version.properties")) {
                properties.load(file);
            }
            return new String[] {
                "drone-delivery-local " + properties.getProperty("version") + ", Java " + Runtime.version()
            };
        }
    }
}
