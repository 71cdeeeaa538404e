package io.dronedelivery.loadtest;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The access token of all users of a load: none, one that was given ({@code token}), or those that an issuer gives to a client
 * ({@code auth.token-url}, {@code auth.client-id}, {@code auth.client-secret}, {@code auth.scope}). The first is there when this is made; a
 * thread of its own replaces it in the last fifth of its life, so that {@link #token()} never waits. Thread-safe.
 */
final class AccessTokens implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long FAILED_MS = 1_000;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "access-tokens");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private volatile @Nullable String token;

    private AccessTokens(@Nullable String token) {
        this.token = token;
    }

    /**
     * @throws IllegalArgumentException when a setting is missing or wrong
     * @throws IllegalStateException when the issuer gives no first token
     */
    static AccessTokens of(Settings settings) {
        String given = settings.text("token", "");
        if (settings.text("auth.token-url", "").isEmpty()) {
            return new AccessTokens(given.isEmpty() ? null : given);
        }
        URI url = URI.create(settings.baseUrl("auth.token-url", "http://localhost:8109/oauth2/token"));
        HttpRequest request = request(
                url,
                required(settings, "auth.client-id"),
                required(settings, "auth.client-secret"),
                settings.text("auth.scope", ""));
        AccessTokens tokens = new AccessTokens(null);
        try {
            tokens.replaceAfter(tokens.ask(request), request);
            return tokens;
        } catch (IOException e) {
            tokens.close();
            throw new IllegalStateException("No token: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            tokens.close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("No token: interrupted", e);
        }
    }

    /** Null when none is to be sent. */
    @Nullable
    String token() {
        return token;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private void replaceAfter(long millis, HttpRequest request) {
        clock.schedule(() -> replace(request), millis, TimeUnit.MILLISECONDS);
    }

    private void replace(HttpRequest request) {
        try {
            replaceAfter(ask(request), request);
        } catch (IOException e) {
            // The token before it is good for a while; what is answered after its end is in the results.
            replaceAfter(FAILED_MS, request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns after how many milliseconds to ask again. */
    private long ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = AnswerInTime.of(client, request, HttpResponse.BodyHandlers.ofByteArray());
        JsonNode json = json(answer);
        String fresh = json.path("access_token").asString("");
        if (answer.statusCode() != 200 || fresh.isEmpty()) {
            throw new IOException("%s answered %d %s"
                    .formatted(
                            request.uri(),
                            answer.statusCode(),
                            json.path("error").asString("")));
        }
        token = fresh;
        return Math.max(FAILED_MS, json.path("expires_in").asLong(0) * 800);
    }

    private static JsonNode json(HttpResponse<byte[]> answer) throws IOException {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException(answer.uri() + " answered " + answer.statusCode() + " without JSON", e);
        }
    }

    private static HttpRequest request(URI url, String id, String secret, String scope) {
        String basic = encoded(id) + ":" + encoded(secret);
        String form = "grant_type=client_credentials" + (scope.isEmpty() ? "" : "&scope=" + encoded(scope));
        return HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private static String required(Settings settings, String name) {
        String value = settings.text(name, "");
        if (value.isEmpty()) {
            throw Settings.bad(name, value, "a value, because auth.token-url is given");
        }
        return value;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
