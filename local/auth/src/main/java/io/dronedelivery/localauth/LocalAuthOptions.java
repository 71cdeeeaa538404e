package io.dronedelivery.localauth;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options of a {@link LocalAuth}. Every option has a default. Each method checks its argument and names it when it is wrong. */
public final class LocalAuthOptions {

    private static final Duration LONGEST = Duration.ofDays(1);

    int port;
    String audience = "drone-delivery";
    Duration tokenLife = Duration.ofHours(1);

    @Nullable
    Path dataDirectory;

    private final List<URI> redirectUris = new ArrayList<>();

    LocalAuthOptions() {}

    /** The port on loopback; 0, the default, takes a free one. */
    public LocalAuthOptions port(int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, but is " + port);
        }
        this.port = port;
        return this;
    }

    /** The {@code aud} of every access token; {@code drone-delivery} by default. */
    public LocalAuthOptions audience(String audience) {
        if (audience.isBlank()) {
            throw new IllegalArgumentException("audience must not be blank");
        }
        this.audience = audience;
        return this;
    }

    /** How long an access token is valid, from 1 second to 1 day; 1 hour by default. */
    public LocalAuthOptions tokenLife(Duration life) {
        if (life.compareTo(Duration.ofSeconds(1)) < 0 || life.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("tokenLife must be between 1 second and 1 day, but is " + life);
        }
        this.tokenLife = life;
        return this;
    }

    /** Keeps the signing keys in this directory, so that tokens survive a restart. By default each start makes new keys. */
    public LocalAuthOptions dataDirectory(@Nullable Path directory) {
        this.dataDirectory = directory;
        return this;
    }

    /**
     * A URI that the browser may return to with a code; may be called several times. The default is swagger-ui's page at a gateway on port
     * 8080. Pages of the same origin may call the token endpoint.
     */
    public LocalAuthOptions redirectUri(String uri) {
        this.redirectUris.add(absolute(uri));
        return this;
    }

    private static URI absolute(String uri) {
        try {
            URI parsed = URI.create(uri);
            boolean http = "http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme());
            if (http && parsed.getHost() != null && parsed.getRawFragment() == null) {
                return parsed;
            }
        } catch (IllegalArgumentException notAUri) {
            // Reported below, like any other text that is no such URI.
        }
        throw new IllegalArgumentException(
                "redirectUri must be an http or https URI without a fragment, but is '" + uri + "'");
    }

    List<URI> redirectUris() {
        return redirectUris.isEmpty()
                ? List.of(URI.create("http://localhost:8080" + LocalAuth.SWAGGER_UI_REDIRECT))
                : List.copyOf(redirectUris);
    }

    /** The origins of the pages that the browser returns to. */
    List<String> origins() {
        return redirectUris().stream()
                .map(uri -> uri.getScheme() + "://" + Objects.requireNonNull(uri.getRawAuthority()))
                .distinct()
                .toList();
    }
}
