package io.dronedelivery.dispatchclient;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
        name = "discard",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Takes dead letters away for good. The service's log keeps which, why and by whom.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All were discarded.",
            "1:Some were not, or the service has refused the call.",
            "2:The options make no sense.",
            "3:A service could not be reached."
        })
final class DiscardDeadLetters implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "<subscription>", description = "Whose dead letters.")
    private String subscription = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "<id>", description = "Their ids, as the list has them.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--why", required = true, paramLabel = "<text>", description = "Why, for whoever asks later.")
    private String why = "";

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Override
    public Integer call() throws InterruptedException {
        return DeadLetterActions.each(
                service,
                subscription,
                ids,
                "discard",
                JsonNodeFactory.instance.objectNode().put("why", why));
    }
}
