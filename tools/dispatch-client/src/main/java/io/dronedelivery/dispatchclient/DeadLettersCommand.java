package io.dronedelivery.dispatchclient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = {
            "Events that a service could not handle: list, read, send again, mend and discard them.",
            "A subscription is named by its channel and its group, such as delivery-requests.drone-service.",
            "",
            "Sending again is safe to repeat: the event keeps its id, by which handlers know what they have done."
        },
        subcommands = {
            ListDeadLetters.class,
            ShowDeadLetter.class,
            ResendDeadLetters.class,
            MendDeadLetter.class,
            DiscardDeadLetters.class
        })
final class DeadLettersCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "dead-letters needs one of the commands list, show, resend, mend and discard.");
    }
}
