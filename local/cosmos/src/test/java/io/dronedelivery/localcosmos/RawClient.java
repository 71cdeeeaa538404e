package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Speaks the protocol without an SDK: for what an SDK would never send, or never show. */
final class RawClient {
    static final JsonMapper JSON = new JsonMapper();

    /** The documents of {@link #ofFlights}. */
    static final String DOCS = "dbs/db/colls/flights/docs";
    /** The header with a partition key. */
    static final String KEY = "x-ms-documentdb-partitionkey";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String endpoint;
    private String key;
    private Instant date = Instant.now();

    RawClient(LocalCosmos cosmos) {
        this.endpoint = cosmos.endpoint();
        this.key = cosmos.key();
    }

    /** A client with a container that is there from then on. */
    static RawClient ofFlights(LocalCosmos cosmos) {
        RawClient client = new RawClient(cosmos);
        client.post("dbs", "{\"id\":\"db\"}");
        client.post(
                "dbs/db/colls",
                "{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/ownerId\"],\"kind\":\"Hash\",\"version\":2}}");
        return client;
    }

    RawClient withKey(String other) {
        key = other;
        return this;
    }

    RawClient calling(String other) {
        endpoint = other;
        return this;
    }

    RawClient signingAt(Instant other) {
        date = other;
        return this;
    }

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    record Answer(int status, int subStatus, JsonNode body, Map<String, String> headers) {}

    /** Expects an answer that says what is wrong as the service would, naming {@code part}. */
    static void assertRefused(Answer answer, int status, String code, String part) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().get("code").asString()).isEqualTo(code);
        assertThat(answer.body().get("message").asString()).contains(part);
    }

    Answer get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    Answer post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    /** Signs and sends; an authorization among the headers takes the place of the signature. */
    Answer send(String method, String path, String body, String... headers) {
        String when = DateTimeFormatter.RFC_1123_DATE_TIME
                .format(date.atOffset(ZoneOffset.UTC))
                .replaceFirst(", (\\d) ", ", 0$1 ");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .setHeader("x-ms-date", when)
                .setHeader("authorization", authorization(method, path, when));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Map<String, String> answered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> answered.put(name, values.get(0)));
            return new Answer(
                    response.statusCode(),
                    Integer.parseInt(answered.getOrDefault("x-ms-substatus", "0")),
                    response.body().isEmpty() ? MissingNode.getInstance() : json(response.body()),
                    answered);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String authorization(String method, String path, String when) {
        String[] segments = path.split("/");
        boolean feed = segments.length % 2 == 1;
        String type = path.isEmpty() ? "" : segments[segments.length - (feed ? 1 : 2)];
        String link = feed ? path.substring(0, Math.max(0, path.length() - type.length() - 1)) : path;
        String payload = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + (path.isEmpty() ? "" : link) + "\n"
                + when.toLowerCase(Locale.ROOT) + "\n\n";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            String signature =
                    Base64.getEncoder().encodeToString(mac.doFinal(payload.getBytes(StandardCharsets.UTF_8)));
            return URLEncoder.encode("type=master&ver=1.0&sig=" + signature, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
