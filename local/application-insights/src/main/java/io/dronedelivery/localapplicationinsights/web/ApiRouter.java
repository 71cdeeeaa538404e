package io.dronedelivery.localapplicationinsights.web;

import io.dronedelivery.localapplicationinsights.api.ApiException;
import io.dronedelivery.localapplicationinsights.api.InsightsApi;
import io.dronedelivery.localrequests.LocalRequests;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Routes requests by method and path. */
final class ApiRouter {
    private static final Logger log = LoggerFactory.getLogger(ApiRouter.class);
    private static final String API = "/api/";
    private static final String LIVE_METRICS = "/QuickPulseService.svc/";
    private static final Set<String> TRACK = Set.of("/v2.1/track", "/v2/track");
    private static final LocalRequests LOCAL = LocalRequests.toLoopback();

    private final String instrumentationKey;
    private final String appIdPath;
    private final TrackHandler track;
    private final InsightsApi api;
    private final Pages pages;
    private final Scheduler computations;

    /**
     * The parts of a request that matter here.
     *
     * @param uri path and query
     * @param host the {@code Host} header
     * @param origin the calling page, if any
     * @param fetchSite the browser's {@code Sec-Fetch-Site}
     * @param encoding of the body
     */
    record HttpCall(
            String method,
            String uri,
            @Nullable String host,
            @Nullable String origin,
            @Nullable String fetchSite,
            @Nullable String encoding,
            byte[] body) {
        boolean is(String expected) {
            return method.equals(expected);
        }
    }

    ApiRouter(String instrumentationKey, TrackHandler track, InsightsApi api, Pages pages, Scheduler computations) {
        this.instrumentationKey = instrumentationKey;
        this.appIdPath = "/api/profiles/" + instrumentationKey + "/appId";
        this.track = track;
        this.api = api;
        this.pages = pages;
        this.computations = computations;
    }

    Mono<HttpReply> route(HttpCall call) {
        QueryStringDecoder query = new QueryStringDecoder(call.uri());
        String path;
        try {
            path = query.path();
            query.parameters();
        } catch (IllegalArgumentException e) {
            return Mono.just(
                    HttpReply.problem(400, "bad-request", "The URL is not percent-encoded: " + e.getMessage()));
        }
        return route(call, path, query);
    }

    private Mono<HttpReply> route(HttpCall call, String path, QueryStringDecoder query) {
        String refusal = LOCAL.refusal(call.host(), call.origin(), call.fetchSite());
        if (refusal != null) {
            return Mono.just(HttpReply.problem(421, "misdirected", refusal));
        }
        if (TRACK.contains(path)) {
            return Mono.just(call.is("POST") ? track.post(call.body(), call.encoding()) : notAllowed("POST"));
        }
        if (path.startsWith(LIVE_METRICS)) {
            return Mono.just(liveMetrics(path));
        }
        if (path.equalsIgnoreCase(appIdPath)) { // the agent reads this; the key is also the application id
            byte[] id = instrumentationKey.getBytes(StandardCharsets.UTF_8);
            return Mono.just(HttpReply.of(200, "text/plain; charset=utf-8", id));
        }
        if (path.startsWith(API)) {
            return Mono.fromCallable(() -> api(call, path.substring(API.length()), query))
                    .subscribeOn(computations)
                    .onErrorResume(RuntimeException.class, ApiRouter::failed);
        }
        return Mono.just(page(call, path));
    }

    /** Answers that live metrics have no subscribers, so that exporters send none. */
    private static HttpReply liveMetrics(String path) {
        List<String> known = List.of(LIVE_METRICS + "ping", LIVE_METRICS + "post");
        return known.contains(path)
                ? HttpReply.empty(200).with("x-ms-qps-subscribed", "false")
                : HttpReply.problem(404, "not-found", "There is no " + path);
    }

    private HttpReply api(HttpCall call, String path, QueryStringDecoder query) {
        if (call.is("DELETE") && path.equals("telemetry")) {
            api.clear();
            return HttpReply.empty(204);
        }
        if (!call.is("GET")) {
            return notAllowed(path.equals("telemetry") ? "DELETE" : "GET");
        }
        return HttpReply.of(200, HttpReply.JSON, api.get(path, query.parameters()))
                .with("cache-control", "no-store");
    }

    private static Mono<HttpReply> failed(RuntimeException e) {
        if (e instanceof ApiException refused) {
            String type = refused.status() == 404 ? "not-found" : "bad-request";
            return Mono.just(HttpReply.problem(refused.status(), type, String.valueOf(e.getMessage())));
        }
        log.error("The API could not answer", e);
        return Mono.just(HttpReply.problem(500, "internal", "The API could not answer; the log has the reason."));
    }

    private HttpReply page(HttpCall call, String path) {
        HttpReply page = pages.get(path);
        if (page == null) {
            return HttpReply.problem(404, "not-found", "There is no " + path);
        }
        return call.is("GET") ? page : notAllowed("GET");
    }

    private static HttpReply notAllowed(String allowed) {
        return HttpReply.problem(405, "method-not-allowed", "Only " + allowed + " is allowed here.")
                .with("allow", allowed);
    }
}
