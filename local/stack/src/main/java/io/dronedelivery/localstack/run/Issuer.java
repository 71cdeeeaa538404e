package io.dronedelivery.localstack.run;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The local issuer as its clients see it: its URL, the command to get a token, and a request for a token. */
public record Issuer(String url) {

    public static final String AUDIENCE = "drone-delivery";
    static final List<String> SCOPES_OF_OWNERS =
            List.of("deliveries.read", "deliveries.write", "invoices.read", "drones.read");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    static Issuer at(Ports ports) {
        return new Issuer("http://localhost:" + ports.auth());
    }

    /** A shell command that puts a token into {@code TOKEN}, with only curl and sed. */
    String tokenCommand(String client) {
        return "TOKEN=$(curl -s -u %s:%s -d grant_type=client_credentials %s | sed 's/.*\"access_token\":\"\\([^\"]*\\).*/\\1/')"
                .formatted(client, LocalAuth.WELL_KNOWN_SECRET, tokenUrl());
    }

    /**
     * Requests an access token.
     *
     * @param client {@link LocalAuth#OPERATOR}, or an owner's {@link LocalAuth#clientOf}
     * @param scopes some of those that the client may have; all of them when none is named
     * @throws IOException when the issuer is not reached within a minute, or refuses
     */
    public String token(String client, String... scopes) throws IOException, InterruptedException {
        String credentials = client + ":" + LocalAuth.WELL_KNOWN_SECRET;
        String scope = scopes.length == 0
                ? ""
                : "&scope=" + URLEncoder.encode(String.join(" ", scopes), StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(tokenUrl()))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials" + scope))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(
                    "%s was answered with %d: %s".formatted(tokenUrl(), answer.statusCode(), answer.body()));
        }
        return new JsonMapper().readTree(answer.body()).path("access_token").asString();
    }

    private String tokenUrl() {
        return url + "/oauth2/token";
    }
}
