package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.PlanDrawing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "gateway plan NAME [FILE...] [--format text|mermaid] [--name.of.setting=value...]",
        description = {
            "Prints in which order an aggregation calls its parts, what each waits for, and what bounds them.",
            "It opens no port and calls no backend."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:It is printed.", "1:The settings have faults.", "2:The arguments make no sense."})
final class PlanCommand extends SettingsCommand {

    private enum Format {
        TEXT,
        MERMAID
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The aggregation, as the settings name it.")
    private String name = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "FILE", description = "As those of check.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "text|mermaid",
            defaultValue = "text",
            description = "Lines of text, or a flowchart of Mermaid. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        try (CheckedSettings checked = read(files)) {
            if (!checked.faults().isEmpty()) {
                spec().commandLine().getErr().println(new CheckReport(checked, null).text());
                return FAULTS;
            }
            List<Aggregation> all = checked.aggregations().all();
            PlanDrawing plan = new PlanDrawing(all.stream()
                    .filter(aggregation -> aggregation.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            spec().commandLine(),
                            "There is no aggregation '" + name + "'; known are "
                                    + all.stream().map(Aggregation::name).toList())));
            spec().commandLine().getOut().println(format == Format.MERMAID ? plan.mermaid() : plan.text());
            return 0;
        }
    }
}
