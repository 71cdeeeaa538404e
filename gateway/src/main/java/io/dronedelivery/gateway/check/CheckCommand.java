package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.contract.ContractLocations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis =
                "gateway check [FILE...] [--format text|json] [--contracts DIR|URL] [--name.of.setting=value...]",
        description = {
            "Reads, binds and compiles the settings of the gateway as its start does, and reports all their faults.",
            "It opens no port and calls no backend, unless the URL of a contract is there."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The gateway would start.", "1:There are faults.", "2:The arguments make no sense."})
final class CheckCommand implements Callable<Integer> {

    static final int FAULTS = 1;

    private enum Format {
        TEXT,
        JSON
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Read over the files that a gateway started here would read: gateway.yml of the product, and "
                    + "application.yml and config/application.yml.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "A line for each fault, or one JSON object. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Option(
            names = "--contracts",
            paramLabel = "DIR|URL",
            description =
                    "Read the contracts of the backends from here and not where the settings say: BACKEND.yaml, .yml or "
                            + ".json in a directory, or a URL in which {backend} stands for the name.")
    private @Nullable String contracts;

    @Override
    public Integer call() {
        try (CheckedSettings checked = CheckedSettings.read(
                SettingsArguments.of(spec.commandLine(), files), new ContractLocations(contracts))) {
            CheckReport report = new CheckReport(checked);
            spec.commandLine().getOut().println(format == Format.JSON ? report.json() : report.text());
            return checked.faults().isEmpty() ? 0 : FAULTS;
        }
    }
}
