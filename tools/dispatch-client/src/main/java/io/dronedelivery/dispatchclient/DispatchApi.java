package io.dronedelivery.dispatchclient;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dispatcher behind the gateway: {@code GET /api/v1/dispatch/status} and {@code POST /api/v1/dispatch/messages}. */
final class DispatchApi {

    /** The longest that a call may take. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final String PATH = "/api/v1/dispatch";
    private static final JsonMapper JSON = JsonMapper.builder()
            // What a dispatcher does not tell counts as nothing.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final URI base;
    private final TokenSource tokens;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /** @param base where the gateway is, without a slash at its end */
    DispatchApi(URI base, TokenSource tokens) {
        this.base = base;
        this.tokens = tokens;
    }

    /**
     * An answer in both forms.
     *
     * @param value what of it is shown as text
     * @param json all of it
     */
    record Answer<T>(T value, JsonNode json) {}

    Answer<DispatchStatus> status() throws DispatchException, InterruptedException {
        return call(request("/status").GET(), DispatchStatus.class);
    }

    /** @param concurrency null leaves it as it is */
    Answer<Production> produce(int count, @Nullable Integer concurrency)
            throws DispatchException, InterruptedException {
        String query = "?count=" + count + (concurrency == null ? "" : "&concurrency=" + concurrency);
        return call(request("/messages" + query).POST(HttpRequest.BodyPublishers.noBody()), Production.class);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + PATH + path))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("User-Agent", "drone-delivery-dispatch-client");
    }

    private <T> Answer<T> call(HttpRequest.Builder request, Class<T> type)
            throws DispatchException, InterruptedException {
        String token = tokens.token();
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw DispatchException.unanswered(explain(e), e);
        }
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            throw refusal(response);
        }
        try {
            JsonNode json = JSON.readTree(response.body());
            return new Answer<>(JSON.treeToValue(json, type), json);
        } catch (JacksonException e) {
            throw DispatchException.unanswered(
                    base + " answered " + response.statusCode() + " with something that no dispatcher says", e);
        }
    }

    private String explain(IOException e) {
        if (e instanceof HttpConnectTimeoutException) {
            return base + " does not accept a connection within " + CONNECT_TIMEOUT.toSeconds() + " s";
        }
        if (e instanceof HttpTimeoutException) {
            return base + " did not answer within " + TIMEOUT.toSeconds() + " s";
        }
        if (e instanceof ConnectException) {
            return isUnresolved(e) ? "the host of " + base + " cannot be found" : "nothing listens at " + base;
        }
        return "the connection to " + base + " broke: " + e.getMessage();
    }

    private static boolean isUnresolved(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    private static DispatchException refusal(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        Long retryAfter = response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(Long::valueOf)
                .orElse(null);
        return DispatchException.refused(status, status + ": " + reason(response), retryAfter);
    }

    /** The words of a problem detail, else what there is to say. */
    private static String reason(HttpResponse<byte[]> response) {
        try {
            JsonNode problem = JSON.readTree(response.body());
            for (String member : new String[] {"detail", "title"}) {
                if (problem != null && problem.path(member).isString()) {
                    return problem.path(member).stringValue();
                }
            }
        } catch (JacksonException e) {
            // An answer of something else than our services; its status is all that can be told.
            return "refused";
        }
        return "refused";
    }
}
