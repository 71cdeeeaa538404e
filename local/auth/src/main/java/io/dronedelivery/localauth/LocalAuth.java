package io.dronedelivery.localauth;

import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * An OpenID issuer inside this JVM, on loopback: Spring Authorization Server with clients and users that need not be registered.
 *
 * <pre>{@code
 * try (LocalAuth auth = LocalAuth.start(o -> o.port(8109))) {
 *     // curl -u owner-o-17:local -d grant_type=client_credentials http://localhost:8109/oauth2/token
 *     ReactiveJwtDecoder decoder = ReactiveJwtDecoders.fromIssuerLocation(auth.issuer());
 * }
 * }</pre>
 *
 * Its secret is public, and every caller can get a token for any owner. It shows how tokens work, but protects nothing. Thread-safe.
 */
public final class LocalAuth implements AutoCloseable {

    /** The secret of every client and the password of every user. Not a secret. */
    public static final String WELL_KNOWN_SECRET = "local";

    /** The client that is not bound to an owner and may do what operators do. */
    public static final String OPERATOR = "operator";

    /** The public client for swagger-ui: a code with a proof key, without a secret. */
    public static final String SWAGGER_UI = "swagger-ui";

    /** The path to which swagger-ui expects the browser to return, below the origin of its application. */
    public static final String SWAGGER_UI_REDIRECT = "/swagger-ui/oauth2-redirect.html";

    private final SigningKeys keys;
    private final IssuerServer server;

    private LocalAuth(LocalAuthOptions options) throws IOException {
        this.keys = SigningKeys.load(options.dataDirectory, options.tokenLife);
        this.server = IssuerServer.start(options, keys);
    }

    /** Starts with the default settings, on a free port. */
    public static LocalAuth start() throws IOException {
        return start(options -> options);
    }

    /**
     * Starts.
     *
     * @param settings changes the defaults
     * @throws IllegalArgumentException when a setting is wrong, naming it
     * @throws IOException when the port is taken, or kept keys cannot be read or written
     */
    public static LocalAuth start(UnaryOperator<LocalAuthOptions> settings) throws IOException {
        return new LocalAuth(settings.apply(new LocalAuthOptions()));
    }

    public static String clientOf(String ownerId) {
        return "owner-" + ownerId;
    }

    /** The issuer's URL without a trailing slash: the claim {@code iss}, and the base of {@code /.well-known/openid-configuration}. */
    public String issuer() {
        return server.url();
    }

    public String tokenUrl() {
        return server.url() + "/oauth2/token";
    }

    public int port() {
        return server.port();
    }

    /**
     * Signs with a new key from now on. The previous key stays in the key set until no token that it has signed is valid any more.
     *
     * @throws IOException when keys are kept and cannot be written; then nothing has changed
     */
    public void rotateKeys() throws IOException {
        keys.rotate();
    }

    @Override
    public void close() {
        server.close();
    }
}
