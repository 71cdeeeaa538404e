package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.contract.ContractReader;
import io.dronedelivery.gateway.contract.InvalidContractException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis =
                "gateway check [FILE...] [--format text|json] [--against FILE|URL] [--contracts DIR|URL] [--name.of.setting=value...]",
        description = {
            "Reads, binds and compiles the settings of the gateway as its start does, and reports all their faults.",
            "It opens no port and calls no backend, unless the URL of a contract is there."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The gateway would start.",
            "1:There are faults, or changes that break callers.",
            "2:The arguments make no sense."
        })
final class CheckCommand extends SettingsCommand {

    private enum Format {
        TEXT,
        JSON
    }

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
            names = "--against",
            paramLabel = "FILE|URL",
            description =
                    "Compare the OpenAPI document with an earlier one of the gateway, such as a saved /v3/api-docs, and report "
                            + "what breaks callers.")
    private @Nullable String against;

    @Override
    public Integer call() {
        Map<?, ?> before = against == null ? null : document(against);
        try (CheckedSettings checked = read(files)) {
            List<String> changes =
                    before == null || !checked.faults().isEmpty() ? List.of() : checked.changesSince(before);
            CheckReport report = new CheckReport(checked, before == null ? null : changes);
            spec().commandLine().getOut().println(format == Format.JSON ? report.json() : report.text());
            return checked.faults().isEmpty() && changes.isEmpty() ? 0 : FAULTS;
        }
    }

    private Map<?, ?> document(String location) {
        try {
            return ContractReader.read(location);
        } catch (InvalidContractException e) {
            throw new ParameterException(spec().commandLine(), "--against " + location + " " + e.getMessage());
        }
    }
}
