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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of one server that answers with JSON, or refuses with a problem detail. Any thread may call it. */
final class JsonCalls {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String kind;
    private final URI base;
    private final TokenSource tokens;
    private final Duration timeout;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /**
     * @param kind of server, for a message when the server is of another kind
     * @param base the server's address, without a slash at its end
     * @param timeout the longest that a call may take, from the connection to the last byte of the answer
     */
    JsonCalls(String kind, URI base, TokenSource tokens, Duration timeout) {
        this.kind = kind;
        this.base = base;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    JsonNode get(String path) throws DispatchException, InterruptedException {
        return call(request(path).GET());
    }

    JsonNode delete(String path) throws DispatchException, InterruptedException {
        return call(request(path).DELETE());
    }

    /** @param body null for none */
    JsonNode post(String path, @Nullable JsonNode body) throws DispatchException, InterruptedException {
        return call(
                body == null
                        ? request(path).POST(HttpRequest.BodyPublishers.noBody())
                        : request(path)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(timeout)
                .header("Accept", "application/json")
                .header("User-Agent", "drone-delivery-dispatch-client");
    }

    private JsonNode call(HttpRequest.Builder request) throws DispatchException, InterruptedException {
        String token = tokens.token();
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<byte[]> response;
        try {
            response = WholeAnswer.of(client, request.build());
        } catch (IOException e) {
            throw DispatchException.unanswered(explain(e), e);
        }
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            throw refusal(response);
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw DispatchException.unanswered(
                    base + " answered " + response.statusCode() + " with something that no " + kind + " says", e);
        }
    }

    private String explain(IOException e) {
        if (e instanceof HttpConnectTimeoutException) {
            return base + " does not accept a connection within " + CONNECT_TIMEOUT.toSeconds() + " s";
        }
        if (e instanceof HttpTimeoutException) {
            return base + " did not answer within " + timeout.toSeconds() + " s";
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

    /** The text of a problem detail, or else a general text. */
    private static String reason(HttpResponse<byte[]> response) {
        try {
            JsonNode problem = JSON.readTree(response.body());
            for (String member : new String[] {"detail", "title"}) {
                if (problem != null && problem.path(member).isString()) {
                    return problem.path(member).stringValue();
                }
            }
        } catch (JacksonException e) {
            // The answer comes from a server of another kind; only its status is known.
            return "refused";
        }
        return "refused";
    }
}
