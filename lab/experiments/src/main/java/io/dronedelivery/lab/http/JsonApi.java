package io.dronedelivery.lab.http;

import io.dronedelivery.loadtest.AnswerInTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP API that answers in JSON, of which a caller reads what it knows. Any thread may call it. */
public final class JsonApi {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;
    private final Duration timeout;

    /** @param timeout of a request, unless it has one of its own */
    public JsonApi(URI base, Duration timeout) {
        this.base = base;
        this.timeout = timeout;
    }

    /** A GET of the path, unless it is made into something else. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(timeout);
    }

    /** The answer, whatever its status. */
    public HttpResponse<String> answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        return AnswerInTime.of(http, request.build(), BodyHandlers.ofString());
    }

    /** @throws IOException with the answer, when its status is not 2xx */
    public String body(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = answer(request);
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(answer.uri() + " is answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** The body of the answer as a value; otherwise as {@link #body}. */
    public <T> T read(HttpRequest.Builder request, Class<T> type) throws IOException, InterruptedException {
        return JSON.readValue(body(request), type);
    }
}
