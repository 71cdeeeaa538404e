package io.dronedelivery.dispatchclient;

import io.dronedelivery.plaintext.PlainText;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The common options of all commands for operators: the credentials and the output. */
abstract class OperatorOptions {

    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int NO_SERVICE = 3;

    /** The timeout of a call: longer than the services' own limit. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "All that the service says, as JSON.")
    private boolean json;

    @Mixin
    private final TokenOptions access = new TokenOptions();

    TokenSource tokens() {
        return access.tokens();
    }

    URI uri(String given) {
        return HttpUri.of(spec.commandLine(), "--uri", given);
    }

    static JsonCalls calls(URI uri, TokenSource tokens) {
        return new JsonCalls("service", uri, tokens, TIMEOUT);
    }

    boolean isJson() {
        return json;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Escapes the line, because answers contain text from untrusted sources, which must not control the terminal. */
    void print(String line) {
        out().println(PlainText.escape(line));
        out().flush();
    }

    void printPretty(JsonNode answer) {
        PRETTY.writeValueAsString(answer).lines().forEach(this::print);
    }

    /** Prints the failure, and returns the exit code for it. */
    int failed(DispatchException failure) {
        spec.commandLine().getErr().println(PlainText.escape(failure.text()));
        spec.commandLine().getErr().flush();
        return failure.status() == 0 ? NO_SERVICE : REFUSED;
    }
}
