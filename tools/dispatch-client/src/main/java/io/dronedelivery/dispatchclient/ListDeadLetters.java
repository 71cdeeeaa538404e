package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DeadLettersApi.Service;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "How many dead letters wait, or those of one subscription.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All services have answered.",
            "1:A service has refused the call.",
            "2:The options make no sense.",
            "3:A service could not be reached."
        })
final class ListDeadLetters implements Callable<Integer> {

    private static final int PAGE = 200;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "<subscription>", description = "Whose dead letters.")
    private @Nullable String subscription;

    @Mixin
    private final DeadLetterFilterOptions filter = new DeadLetterFilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "<letters>",
            defaultValue = "50",
            description = "The most that are shown. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--after", paramLabel = "<place>", description = "Where an earlier list has said that it goes on.")
    private @Nullable String after;

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 1) {
            throw HttpUri.fault(spec.commandLine(), "--limit", limit, "must be at least 1");
        }
        DeadLettersApi api = service.api();
        if (subscription == null) {
            if (after != null || !filter.given().isEmpty()) {
                throw HttpUri.fault(spec.commandLine(), "<subscription>", "missing", "is needed with these options");
            }
            return counts(api);
        }
        try {
            letters(api.subscription(subscription));
            return ServiceOptions.DONE;
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }

    private int counts(DeadLettersApi api) throws InterruptedException {
        int exitCode = ServiceOptions.DONE;
        for (Service asked : api.services()) {
            try {
                for (JsonNode count : DeadLettersApi.counts(asked)) {
                    service.print(service.isJson() ? count.toString() : line(count));
                }
            } catch (DispatchException e) {
                exitCode = Math.max(exitCode, service.failed(e));
            }
        }
        return exitCode;
    }

    private static String line(JsonNode count) {
        return String.format(
                "%-45s %s%d",
                count.path("subscription").asString(),
                count.path("more").asBoolean() ? "at least " : "",
                count.path("waiting").asLong());
    }

    private void letters(DeadLettersApi.ServiceSubscription found) throws DispatchException, InterruptedException {
        int shown = 0;
        String next = after;
        do {
            Map<String, String> parameters = new LinkedHashMap<>(filter.given());
            parameters.put("limit", Integer.toString(Math.min(PAGE, limit - shown)));
            if (next != null) {
                parameters.put("after", next);
            }
            JsonNode page = found.page(parameters);
            for (JsonNode letter : page.path("letters")) {
                print(letter);
                shown++;
            }
            next = page.path("next").isString() ? page.path("next").stringValue() : null;
        } while (next != null && shown < limit);
        if (next != null && !service.isJson()) {
            service.print("There may be more: --after " + next);
        }
    }

    private void print(JsonNode letter) {
        if (service.isJson()) {
            service.print(letter.toString());
            return;
        }
        service.print(text(letter));
        service.print("    " + letter.path("description").asString());
    }

    private static String text(JsonNode letter) {
        JsonNode attempts = letter.path("attempts");
        return "%-12s %s  %-18s %s %s%s"
                .formatted(
                        letter.path("id").asString(),
                        letter.path("at").asString(),
                        letter.path("reason").asString(),
                        letter.path("type").asString(),
                        letter.path("eventId").asString(),
                        attempts.isNumber() ? ", attempts: " + attempts.asInt() : "");
    }
}
