package io.dronedelivery.dispatchclient;

import java.util.List;
import picocli.CommandLine.Option;

/** The common options of all commands for dead letters. */
final class ServiceOptions extends OperatorOptions {

    @Option(
            names = {"-u", "--uri"},
            paramLabel = "<uri>",
            split = ",",
            defaultValue = "http://localhost:8181,http://localhost:8182,http://localhost:8183",
            description = "Management ports of instances, one of each service; several with commas between."
                    + " Default: those of the local stack.")
    private List<String> uris = List.of();

    /** The services, called one after another. */
    DeadLettersApi api() {
        TokenSource tokens = tokens();
        return new DeadLettersApi(uris.stream()
                .map(this::uri)
                .map(uri -> new DeadLettersApi.Service(uri, calls(uri, tokens)))
                .toList());
    }
}
