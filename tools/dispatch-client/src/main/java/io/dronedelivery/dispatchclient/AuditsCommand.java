package io.dronedelivery.dispatchclient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "audits",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the deliveries of a span with their flights and invoice lines, and has announced again what is missing.",
            "",
            "Safe to repeat: whoever has a delivery already knows it by its id."
        },
        subcommands = {ListAudits.class, ShowAudit.class, RunAudit.class})
final class AuditsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "audits needs one of the commands list, show and run.");
    }
}
