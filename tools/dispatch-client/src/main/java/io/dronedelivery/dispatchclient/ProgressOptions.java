package io.dronedelivery.dispatchclient;

import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option of the commands that wait for a service's work and tell how far it is. */
final class ProgressOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--progress-every",
            paramLabel = "<ms>",
            defaultValue = "1000",
            description = "Milliseconds between two reports. Default: ${DEFAULT-VALUE}.")
    private int every;

    /** Call it before anything is begun. */
    void check() {
        if (every < 1) {
            throw HttpUri.fault(spec.commandLine(), "--progress-every", every, "must be at least 1");
        }
    }

    /** Waits until the next report is due. */
    void await() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(every);
    }
}
