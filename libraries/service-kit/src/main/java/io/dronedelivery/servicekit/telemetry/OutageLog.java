package io.dronedelivery.servicekit.telemetry;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Logs that an endpoint does not accept the telemetry, every five minutes while that lasts, and when it accepts it again: the exporter
 * does not log what it is going to retry.
 */
final class OutageLog implements HttpClient {

    private static final Logger log = LoggerFactory.getLogger(OutageLog.class);
    private static final long BETWEEN = Duration.ofMinutes(5).toNanos();
    private static final int FIRST_FAILURE = 400;

    private final HttpClient client;
    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();

    /** @param client sends */
    OutageLog(HttpClient client) {
        this.client = client;
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return send(request, Context.NONE);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request, Context context) {
        Endpoint endpoint = endpoints.computeIfAbsent(request.getUrl().getAuthority(), Endpoint::new);
        return client.send(request, context).doOnNext(endpoint::answered).doOnError(endpoint::failed);
    }

    private static final class Endpoint {
        private final String name;
        private boolean isOut;
        private long saidAt;

        Endpoint(String name) {
            this.name = name;
        }

        private void answered(HttpResponse answer) {
            if (answer.getStatusCode() >= FIRST_FAILURE) {
                failed("it answers " + answer.getStatusCode());
            } else {
                worked();
            }
        }

        private void failed(Throwable failure) {
            failed(failure.toString());
        }

        private synchronized void failed(String reason) {
            long now = System.nanoTime();
            if (!isOut || now - saidAt >= BETWEEN) {
                isOut = true;
                saidAt = now;
                log.warn("Telemetry cannot be sent to {}: {}. It is tried again; 50 MB at most are kept", name, reason);
            }
        }

        private synchronized void worked() {
            if (isOut) {
                isOut = false;
                log.info("Telemetry can be sent to {} again", name);
            }
        }
    }
}
