package io.dronedelivery.dispatchclient;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common options of all commands for the caller's credentials. */
final class TokenOptions {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** The characters that a header field may have; a file's line end is not among them. */
    private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--token",
            paramLabel = "<token>",
            defaultValue = "${env:DISPATCH_TOKEN}",
            description = "Access token that is sent with each call. Default: the environment's DISPATCH_TOKEN.")
    private @Nullable String token;

    @Option(
            names = "--token-url",
            paramLabel = "<uri>",
            description =
                    "Where tokens are asked for by --client-id and --client-secret, and again before they expire.")
    private @Nullable String tokenUrl;

    @Option(names = "--client-id", paramLabel = "<id>", description = "The client that asks for tokens.")
    private @Nullable String clientId;

    @Option(
            names = "--client-secret",
            paramLabel = "<secret>",
            defaultValue = "${env:DISPATCH_CLIENT_SECRET}",
            description = "Its secret. Default: the environment's DISPATCH_CLIENT_SECRET.")
    private @Nullable String clientSecret;

    @Option(
            names = "--scope",
            paramLabel = "<scopes>",
            description = "What the token is to be for. By default all that the client may do.")
    private @Nullable String scope;

    /** @throws ParameterException naming the option that is wrong */
    TokenSource tokens() {
        CommandLine commandLine = spec.commandLine();
        if (tokenUrl == null) {
            require(clientId == null, "--client-id", clientId);
            require(scope == null, "--scope", scope);
            String fixed = token;
            if (fixed == null || fixed.isEmpty()) {
                return TokenSource.NONE;
            }
            if (!VISIBLE.matcher(fixed).matches()) {
                // Without the token, because it is a secret.
                throw new ParameterException(
                        commandLine,
                        "--token or DISPATCH_TOKEN must be a token, without blanks, line ends and letters beyond ASCII.");
            }
            return () -> fixed;
        }
        URI url = HttpUri.of(commandLine, "--token-url", tokenUrl);
        if (clientId == null || clientSecret == null) {
            throw HttpUri.fault(commandLine, "--token-url", tokenUrl, "needs --client-id and --client-secret");
        }
        return new ClientCredentials(InstantSource.system(), url, clientId, clientSecret, scope, TIMEOUT);
    }

    private void require(boolean condition, String option, @Nullable String value) {
        if (!condition) {
            throw HttpUri.fault(spec.commandLine(), option, value, "needs --token-url");
        }
    }
}
