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
 * Everybody knows its secret and may have a token of anybody: it shows what tokens do, and keeps nobody out. Thread-safe.
 */
public final class LocalAuth implements AutoCloseable {

    /** The secret of every client and the password of every user. Not a secret. */
    public static final String WELL_KNOWN_SECRET = "local";

    /** The client that is not bound to an owner and may do what operators do. */
    public static final String OPERATOR = "operator";

    /** The public client for swagger-ui: a code with a proof key, and no secret. */
    public static final String SWAGGER_UI = "swagger-ui";

    /** Where springdoc's swagger-ui expects the browser back, below the origin of its application. */
    public static final String SWAGGER_UI_REDIRECT = "/swagger-ui/oauth2-redirect.html";

    private final SigningKeys keys;
    private final IssuerServer server;

    private LocalAuth(LocalAuthOptions options) throws IOException {
        this.keys = SigningKeys.load(options.dataDirectory(), options.tokenLife());
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

    /** The client of an owner. */
    public static String clientOf(String ownerId) {
        return "owner-" + ownerId;
    }

    /** The issuer's URL, without a slash at its end: claim {@code iss}, and where {@code /.well-known/openid-configuration} is. */
    public String issuer() {
        return server.url();
    }

    /** Where tokens are asked for. */
    public String tokenUrl() {
        return server.url() + "/oauth2/token";
    }

    public int port() {
        return server.port();
    }

    /**
     * Signs with a new key from now on. The key before stays in the set of keys until no token that it has signed is valid any more.
     *
     * @throws IOException when keys are kept and cannot be written; then nothing has changed
     */
    public void rotateKeys() throws IOException {
        keys.rotate();
    }

    /** Stops. */
    @Override
    public void close() {
        server.close();
    }
}
