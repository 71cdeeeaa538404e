package io.dronedelivery.localstack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A client that knows nothing of the house. */
public final class Http {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {}

    public record Answer(int status, String contentType, String body) {

        public boolean isWhole() {
            return status != SERVICE_UNAVAILABLE && status != GATEWAY_TIMEOUT && !body.contains("\"unavailable\":[");
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JacksonException e) {
                throw new AssertionError("not JSON: " + body, e);
            }
        }
    }

    /**
     * Asks until the answer is whole: on a busy machine a backend may answer too late, or refuse what it cannot do in time, and the gateway
     * then leaves a part out and says so.
     */
    public static Answer getWhole(String url, String... headers) {
        return whole(url, () -> get(url, headers));
    }

    /** As {@link #getWhole}. What is sent twice must be taken once, so the headers have an idempotency key. */
    public static Answer postWhole(String url, String body, String... headers) {
        return whole(url, () -> post(url, body, headers));
    }

    private static Answer whole(String url, Callable<Answer> call) {
        return Awaitility.await("the whole answer of " + url).atMost(TIMEOUT).until(call, Answer::isWhole);
    }

    public static Answer get(String url, String... headers) throws IOException, InterruptedException {
        return call("GET", url, headers);
    }

    /** @param headers names and values, one after the other */
    public static Answer call(String method, String url, String... headers) throws IOException, InterruptedException {
        return call(method, url, HttpRequest.BodyPublishers.noBody(), headers);
    }

    /** Sends JSON. */
    public static Answer post(String url, String body, String... headers) throws IOException, InterruptedException {
        String[] all = Stream.concat(Stream.of("Content-Type", "application/json"), Stream.of(headers))
                .toArray(String[]::new);
        return call("POST", url, HttpRequest.BodyPublishers.ofString(body), all);
    }

    private static Answer call(String method, String url, HttpRequest.BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(
                answer.statusCode(), answer.headers().firstValue("content-type").orElse(""), answer.body());
    }
}
