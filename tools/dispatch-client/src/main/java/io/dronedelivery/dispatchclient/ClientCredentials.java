package io.dronedelivery.dispatchclient;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tokens by client credentials (RFC 6749, section 4.4). One token serves all calls and is replaced in the last fifth of its life. When the
 * replacement fails, the token is used until its end. Thread-safe: one thread requests a token while the others wait.
 */
final class ClientCredentials implements TokenSource {

    private static final long FIFTHS_USED = 4;

    private final HttpClient client;
    private final InstantSource clock;
    private final URI url;
    private final HttpRequest request;
    private @Nullable Token current;

    /**
     * @param scope null for all scopes of the client
     * @param timeout the longest that the issuer may take for a token
     */
    ClientCredentials(
            InstantSource clock, URI url, String id, String secret, @Nullable String scope, Duration timeout) {
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
        this.clock = clock;
        this.url = url;
        String basic = encoded(id) + ":" + encoded(secret);
        String form = "grant_type=client_credentials" + (scope == null ? "" : "&scope=" + encoded(scope));
        this.request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private record Token(String value, Instant replaceAt, Instant end) {}

    @Override
    public synchronized String token() throws DispatchException, InterruptedException {
        Token before = current;
        if (before != null && clock.instant().isBefore(before.replaceAt())) {
            return before.value();
        }
        try {
            Token fresh = ask();
            current = fresh;
            return fresh.value();
        } catch (DispatchException failure) {
            if (before != null && clock.instant().isBefore(before.end())) {
                return before.value();
            }
            throw failure;
        }
    }

    private Token ask() throws DispatchException, InterruptedException {
        Instant asked = clock.instant();
        HttpResponse<byte[]> answer;
        try {
            answer = WholeAnswer.of(client, request);
        } catch (IOException e) {
            throw DispatchException.unanswered("no token: " + url + " did not answer (" + e + ")", e);
        }
        try {
            JsonNode json = new JsonMapper().readTree(answer.body());
            String token = json.path("access_token").asString("");
            if (answer.statusCode() == 200 && !token.isEmpty()) {
                Duration life = Duration.ofSeconds(json.path("expires_in").asLong(0));
                return new Token(
                        token, asked.plus(life.multipliedBy(FIFTHS_USED).dividedBy(5)), asked.plus(life));
            }
            throw refused(answer, json.path("error").asString(""));
        } catch (JacksonException noJson) {
            throw refused(answer, "");
        }
    }

    private DispatchException refused(HttpResponse<byte[]> answer, String error) {
        String reason = error.isEmpty() ? "" : " (" + error + ")";
        return DispatchException.refused(
                answer.statusCode(), "no token: " + url + " answered " + answer.statusCode() + reason, null);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
