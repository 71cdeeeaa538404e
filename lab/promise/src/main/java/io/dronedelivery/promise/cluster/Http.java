package io.dronedelivery.promise.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A client that knows nothing of the cluster. Any thread may call it. */
public final class Http {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Longer than any drain. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {}

    public record HttpAnswer(int status, String body) {

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JacksonException e) {
                throw new IllegalStateException(status + " without JSON: " + body, e);
            }
        }
    }

    /** @param headers names and values, one after the other */
    public static HttpAnswer call(String method, String url, String... headers)
            throws IOException, InterruptedException {
        return call(method, url, HttpRequest.BodyPublishers.noBody(), headers);
    }

    /** Sends JSON. */
    public static HttpAnswer post(String url, String body, String... headers) throws IOException, InterruptedException {
        String[] all = Stream.concat(Stream.of("Content-Type", "application/json"), Stream.of(headers))
                .toArray(String[]::new);
        return call("POST", url, HttpRequest.BodyPublishers.ofString(body), all);
    }

    private static HttpAnswer call(String method, String url, HttpRequest.BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new HttpAnswer(answer.statusCode(), answer.body());
    }
}
