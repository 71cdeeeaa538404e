package io.dronedelivery.dispatchclient;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The options that all commands for dead letters have: where the services are, and who asks. */
final class ServiceOptions {

    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int NO_SERVICE = 3;

    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-u", "--uri"},
            paramLabel = "<uri>",
            split = ",",
            defaultValue = "http://localhost:8181,http://localhost:8182,http://localhost:8183",
            description = "Management ports of instances, one of each service; several with commas between."
                    + " Default: those of the local stack.")
    private List<String> uris = List.of();

    @Option(names = "--json", description = "All that the service says, as JSON.")
    private boolean json;

    @Mixin
    private final TokenOptions access = new TokenOptions();

    /** The services, asked one after another. */
    DeadLettersApi api() {
        TokenSource tokens = access.tokens();
        return new DeadLettersApi(uris.stream()
                .map(uri -> HttpUri.of(spec.commandLine(), "--uri", uri))
                .map(uri ->
                        new DeadLettersApi.Service(uri, new JsonCalls("service", uri, tokens, DeadLettersApi.TIMEOUT)))
                .toList());
    }

    boolean isJson() {
        return json;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    void print(String line) {
        out().println(line);
        out().flush();
    }

    void printPretty(JsonNode answer) {
        print(PRETTY.writeValueAsString(answer));
    }

    /** Tells what went wrong, and gives the exit code for it. */
    int failed(DispatchException failure) {
        spec.commandLine().getErr().println(failure.text());
        spec.commandLine().getErr().flush();
        return failure.status() == 0 ? NO_SERVICE : REFUSED;
    }
}
