package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.contract.ContractLocations;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that reads settings as a start does. */
abstract class SettingsCommand implements Callable<Integer> {

    static final int FAULTS = 1;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--contracts",
            paramLabel = "DIR|URL",
            description =
                    "Read the contracts of the backends from here and not where the settings say: BACKEND.yaml, .yml or "
                            + ".json in a directory, or a URL in which {backend} stands for the name.")
    private @Nullable String contracts;

    final CommandSpec spec() {
        return spec;
    }

    final CheckedSettings read(List<Path> files) {
        return CheckedSettings.read(SettingsArguments.of(spec.commandLine(), files), new ContractLocations(contracts));
    }
}
