package io.dronedelivery.localauth;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that sends forms, keeps cookies and follows no redirect, as a browser before it decides what to show. */
final class Form {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();

    record Answer(int status, String body, HttpResponse<String> response) {

        JsonNode json() {
            return new JsonMapper().readTree(body);
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    /** Authenticates with HTTP Basic. */
    Answer post(String url, String user, String password, Map<String, String> fields)
            throws IOException, InterruptedException {
        String credentials =
                Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return send(form(url, fields).header("Authorization", "Basic " + credentials));
    }

    Answer post(String url, Map<String, String> fields) throws IOException, InterruptedException {
        return send(form(url, fields));
    }

    Answer get(String url, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body(), response);
    }

    static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static HttpRequest.Builder form(String url, Map<String, String> fields) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(fields)));
    }
}
