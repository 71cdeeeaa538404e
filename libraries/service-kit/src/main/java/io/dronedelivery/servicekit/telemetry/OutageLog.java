package io.dronedelivery.servicekit.telemetry;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** Logs that an endpoint does not accept the telemetry: the exporter does not log what it is going to retry. */
final class OutageLog implements HttpClient {

    private static final int FIRST_FAILURE = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final HttpClient client;
    private final Map<String, Outage> outages = new ConcurrentHashMap<>();

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
        Outage outage = outages.computeIfAbsent(request.getUrl().getAuthority(), Outage::new);
        return client.send(request, context)
                .doOnNext(answer -> answered(outage, answer.getStatusCode()))
                .doOnError(failure -> outage.seen(failure.toString()));
    }

    private static void answered(Outage outage, int status) {
        if (status < FIRST_FAILURE) {
            outage.ended();
        } else if (status == UNAUTHORIZED || status == FORBIDDEN) {
            outage.seen(
                    "it answers " + status
                            + ", as it does where telemetry.identity=true is missing or the identity lacks the role Monitoring Metrics Publisher");
        } else {
            outage.seen("it answers " + status);
        }
    }
}
