package io.dronedelivery.dispatchclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "mend",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends a dead letter again with other data or attributes. The service checks that it can handle what comes out.",
            "What was changed, why and by whom goes along in the attributes mendedfields, mendedwhy and mendedby."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It was sent.",
            "1:It was not: the service could not handle it, or has refused the call.",
            "2:The options make no sense.",
            "3:A service could not be reached."
        })
final class MendDeadLetter implements Callable<Integer> {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "<subscription>", description = "Whose dead letter.")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "<id>", description = "Its id, as the list has it.")
    private String id = "";

    @Option(
            names = "--data",
            paramLabel = "<file>",
            description = "A file with the JSON that takes the place of the event's data.")
    private @Nullable Path data;

    @Option(
            names = "--attribute",
            paramLabel = "<name=value>",
            description = "An attribute of CloudEvents that is added or replaced, such as dataschema; may be repeated.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    @Option(names = "--why", required = true, paramLabel = "<text>", description = "Why, for whoever asks later.")
    private String why = "";

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (data == null && attributes.isEmpty()) {
            throw HttpUri.fault(spec.commandLine(), "--data", "missing", "or --attribute has to say what changes");
        }
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("why", why);
        if (data != null) {
            request.set("data", json(data));
        }
        if (!attributes.isEmpty()) {
            ObjectNode changed = request.putObject("attributes");
            attributes.forEach(changed::put);
        }
        return DeadLetterActions.each(service, subscription, List.of(id), "mend", request);
    }

    private JsonNode json(Path file) {
        try {
            return JSON.readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw HttpUri.fault(spec.commandLine(), "--data", file, "cannot be read (" + e + ")");
        } catch (JacksonException e) {
            throw HttpUri.fault(spec.commandLine(), "--data", file, "must have JSON (" + e.getOriginalMessage() + ")");
        }
    }
}
