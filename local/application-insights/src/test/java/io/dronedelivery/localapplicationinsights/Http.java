package io.dronedelivery.localapplicationinsights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of the stand-in. */
final class Http {
    private static final JsonMapper JSON = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final LocalApplicationInsights insights;

    Http(LocalApplicationInsights insights) {
        this.insights = insights;
    }

    HttpResponse<String> send(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(insights.url() + path))
                .method(method, BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> track(String body, String... headers) {
        return send("POST", "v2.1/track", body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Posts envelopes compressed, as exporters do, and expects that all are taken. */
    void track(List<String> envelopes) {
        HttpResponse<String> answer =
                send("POST", "v2.1/track", gzip(String.join("\n", envelopes)), "content-encoding", "gzip");
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, new byte[0]);
    }

    /** The answer of the API, which must be good. */
    JsonNode api(String path) {
        HttpResponse<String> answer = get("api/" + path);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return json(answer);
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
